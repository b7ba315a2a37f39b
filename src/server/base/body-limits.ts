/** Enough for all but the few below. */
export const bodyLimit = 64 * 1024

/** 1,000 feed orders per call. */
const feedBodyLimit = 1024 * 1024

const orderFileBodyLimit = 12 * 1024 * 1024
const voucherFileBodyLimit = 3 * 1024 * 1024
const claimBodyLimit = 7 * 1024 * 1024

/** A whole tenant file, with its pictures. */
const tenantBodyLimit = 5 * 1024 * 1024

/** Larger bodies: orders, a file of 8 MB in base64, a picture of 300 KiB or a claim's file of 5 MB in base64, a file of people. */
export const bodyLimits: Partial<Record<string, number>> = {
  importOrders: feedBodyLimit,
  saveAgencyLogo: 512 * 1024,
  importEmployees: 512 * 1024,
  checkOrderFile: orderFileBodyLimit,
  importVoucherCodes: voucherFileBodyLimit,
  uploadBankFile: orderFileBodyLimit,
  makeClaim: claimBodyLimit,
  makeContactClaim: claimBodyLimit,
  checkSettings: tenantBodyLimit,
  saveSettings: tenantBodyLimit,
}
