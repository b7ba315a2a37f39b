import { formatCents } from '../../domain/money.ts'
import { createBatch } from '../../server/payout/create-batch.ts'
import { command, CommandError } from '../command.ts'
import { writeOutput } from '../files.ts'

export const payoutCreate = command({
  group: 'payout',
  name: 'create',
  args: [],
  summary:
    'Build a payout batch of what is due, rewards and credit notes of sales partners, and its SEPA file (pain.001.001.09)',
  tenant: 'required',
  options: {
    out: {
      value: 'FILE',
      text: 'also write the SEPA file there ("payout file" does so any time later)',
    },
  },
  async run({ values, tenant, actor, deps }) {
    const batch = await createBatch(deps, tenant, actor)
    if (!batch) return { data: { batch: null }, text: 'Nothing is due.' }
    const { batchId, transfers, totalCents, full } = batch
    const path = values.out === undefined ? null : await write(values.out, batchId, batch.file)
    const lines = [
      `Batch ${batchId}: ${transfers} ${transfers === 1 ? 'transfer' : 'transfers'}, ${formatCents(totalCents, 'en')}.`,
      path
        ? `The SEPA file is ${path}.`
        : `Its SEPA file: payout file ${batchId} --out FILE --tenant ${tenant}`,
      ...(full ? ['The batch is full and more may be due: run this again.'] : []),
    ]
    return {
      data: { batch: batchId, transfers, totalCents, full, file: path },
      text: lines.join('\n'),
    }
  },
})

// The batch stands by now: who believes it failed would wait for a second one in vain.
async function write(file: string, batchId: string, text: string): Promise<string> {
  try {
    return await writeOutput(file, text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      `Batch ${batchId} was created, but its file could not be written (${reason}): "payout file ${batchId} --out FILE" writes it elsewhere`,
    )
  }
}
