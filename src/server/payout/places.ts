// Position of an encrypted value (base/keys.ts): moved to another row or table it does not open.

export const payoutPlace = (tenant: string, payoutId: string) => `${tenant}|payouts|${payoutId}`
export const bankLinePlace = (tenant: string, lineId: string) => `${tenant}|bank_lines|${lineId}`
export const bankUploadPlace = (tenant: string, uploadId: string) =>
  `${tenant}|bank_uploads|${uploadId}`
export const batchFilePlace = (tenant: string, batchId: string) =>
  `${tenant}|payout_batches|${batchId}`
