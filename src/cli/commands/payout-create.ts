import { formatCents } from '../../domain/money.ts'
import { payoutReason } from '../../domain/bank-reasons.ts'
import { runBatchAs } from '../../server/operator/pay-as.ts'
import type { SentBack } from '../../server/payout/pay-partners.ts'
import { command, CommandError } from '../command.ts'
import { writeOutput } from '../files.ts'

export const payoutCreate = command({
  group: 'payout',
  name: 'create',
  args: [],
  summary:
    'Build a payout batch of what is due, rewards and credit notes of sales partners, and its SEPA file (pain.001.001.09)',
  tenant: 'required',
  needs: ['create', 'payouts'],
  asksPerson: true,
  options: {
    out: {
      value: 'FILE',
      text: 'also write the SEPA file there ("payout file" does so any time later)',
    },
  },
  async run({ values, tenant, actor, deps }) {
    const { batch, sentBack, own } = await runBatchAs(deps, tenant, actor)
    const [asked, held] = (['asked', 'held'] as const).map((what) =>
      sentBack.filter(({ follows }) => follows === what),
    )
    const trouble = [
      ...listed('Not paid; their owners were asked by mail for another account:', asked!),
      ...listed(
        'Not paid and held; their owners were erased, so nobody can be asked: "payout decide ID pay" tries again, "payout decide ID end" gives the money up.',
        held!,
      ),
      ...(own > 0
        ? [
            `Left out, as it concerns yourself: ${own === 1 ? 'a payment' : `${own} payments`}. Somebody else’s batch pays.`,
          ]
        : []),
    ]
    const failed = held!.length > 0
    if (!batch) {
      const text =
        trouble.length > 0 ? 'No batch: nothing that is due can be paid.' : 'Nothing is due.'
      return { data: { batch: null, sentBack, own }, text: [text, ...trouble].join('\n'), failed }
    }
    const { batchId, transfers, totalCents, full } = batch
    const path = values.out === undefined ? null : await write(values.out, batchId, batch.file)
    const lines = [
      `Batch ${batchId}: ${transfers} ${transfers === 1 ? 'transfer' : 'transfers'}, ${formatCents(totalCents, 'en')}.`,
      path
        ? `The SEPA file is ${path}.`
        : `Its SEPA file: payout file ${batchId} --out FILE --tenant ${tenant}`,
      ...(full ? ['The batch is full and more may be due: run this again.'] : []),
      ...trouble,
    ]
    return {
      data: { batch: batchId, transfers, totalCents, full, file: path, sentBack, own },
      text: lines.join('\n'),
      failed,
    }
  },
})

const listed = (heading: string, some: SentBack[]) =>
  some.length > 0
    ? [heading, ...some.map(({ id, problem }) => `  ${id}: ${payoutReason(problem, 'en')}`)]
    : []

// The batch exists by now: reporting failure would make the operator wait for a second one.
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
