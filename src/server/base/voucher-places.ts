/** Position of an encrypted voucher code (keys.ts). */
export const voucherPlace = (tenant: string, voucherId: string) => `${tenant}|vouchers|${voucherId}`

/** Hashed to find a code again. */
export const voucherText = (option: string, code: string) => `voucher|${option}|${code}`
