import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'

export type OwnReferral = AnswerOf<Endpoints['listOwnReferrals']>[number]

export type Summary = {
  paidCents: number
  comingCents: number // earned and not paid yet, whatever it waits for
  next: { on: string; cents: number } | null // the next day on which something is paid
  toCollect: { id: string; cents: number; product: string; until: string | null }[]
}

const coming = new Set(['Offen', 'Bereitgestellt', 'Abgeholt'])

/** What the personal area answers first: what have I got, what is on its way, and when does it come. */
export function summarise(referrals: OwnReferral[]): Summary {
  const centsOf = (wanted: (status: string) => boolean) =>
    referrals
      .filter(({ reward }) => reward.status !== null && wanted(reward.status))
      .reduce((sum, { reward }) => sum + reward.cents, 0)
  const due = referrals
    .filter(({ reward }) => reward.status === 'Abgeholt')
    .flatMap(({ reward }) => (reward.dueOn ? [{ on: reward.dueOn, cents: reward.cents }] : []))
  const first = due.map(({ on }) => on).sort()[0]
  return {
    paidCents: centsOf((status) => status === 'Ausgezahlt'),
    comingCents: centsOf((status) => coming.has(status)),
    next: first
      ? {
          on: first,
          cents: due.filter(({ on }) => on === first).reduce((sum, { cents }) => sum + cents, 0),
        }
      : null,
    toCollect: referrals
      .filter(({ reward }) => reward.status === 'Bereitgestellt' && reward.id !== null)
      .map(({ reward, product, recipients }) => ({
        id: reward.id ?? '',
        cents: reward.cents,
        product,
        until: recipients.find(({ waitsFor }) => waitsFor === 'choose-reward')?.nextOn ?? null,
      })),
  }
}

const finished = new Set(['Gezahlt', 'Abgelaufen', 'Storniert'])

export const isFinished = ({ status }: Pick<OwnReferral, 'status'>) => finished.has(status)
