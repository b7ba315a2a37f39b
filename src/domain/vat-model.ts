// Whose rewards those are that agencies caused and are billed for. Which one is right is a tax adviser's word.

/** 'agency': given in the agency's name and passed on without VAT. 'own': part of the tenant's service, with VAT on all. */
export const vatModels = ['agency', 'own'] as const
export type VatModel = (typeof vatModels)[number]
