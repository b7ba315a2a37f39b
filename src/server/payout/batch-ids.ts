import { randomBytes } from 'node:crypto'
import { alphabet } from '../../domain/numbers.ts'

/** A batch by its day and eight random characters, for people to type: 20261215-7K3MQ2XA. */
export function newBatchId(today: Temporal.PlainDate): string {
  return `${today.toString().replaceAll('-', '')}-${spell(randomBytes(8))}`
}

/** MsgId and PmtInfId of a batch's file; 20 of the 35 characters that banks take. */
export const messageIdOf = (batchId: string) => `ZS-${batchId}`

/** EndToEndId of a payout: its id without dashes, in capitals, so 32 characters that banks do not change. */
export const endToEndIdOf = (payoutId: string) => payoutId.replaceAll('-', '').toUpperCase()

const spell = (bytes: Uint8Array) => [...bytes].map((byte) => alphabet[byte & 31]).join('')
