/** Position of an encrypted account (base/keys.ts): moved to another row or table it does not open. */
export const partnerPlace = (tenant: string, partnerId: string) =>
  `${tenant}|sales_partners|${partnerId}`
