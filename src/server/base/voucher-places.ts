/** Where a voucher's code stands encrypted (see keys.ts). */
export const voucherPlace = (tenant: string, voucherId: string) => `${tenant}|vouchers|${voucherId}`

/** What is hashed to find a code again. */
export const voucherText = (option: string, code: string) => `voucher|${option}|${code}`
