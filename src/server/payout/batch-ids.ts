import { randomBytes } from 'node:crypto'
import { alphabet } from '../../domain/numbers.ts'

/** Day and eight random characters, for typing: 20261215-7K3MQ2XA. */
export function newBatchId(today: Temporal.PlainDate): string {
  return `${today.toString().replaceAll('-', '')}-${spell(randomBytes(8))}`
}

/** MsgId and PmtInfId of a batch's file; 20 of 35 allowed characters. */
export const messageIdOf = (batchId: string) => `ZS-${batchId}`

/** EndToEndId of a payout: its id in capitals without dashes, 32 characters that banks keep. */
export const endToEndIdOf = (payoutId: string) => payoutId.replaceAll('-', '').toUpperCase()

const spell = (bytes: Uint8Array) => [...bytes].map((byte) => alphabet[byte & 31]).join('')
