import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import type { Person } from './person-facts.tsx'
import { isOnlyInvited } from './person-invited.tsx'

/** Whether money would be lost, which the person has to give up expressly. */
export const needsWaiver = ({ outstanding }: Person) =>
  outstanding.lost > 0 || outstanding.expectedCents > 0

/** Before somebody is forgotten: what is open, and what stays and why. */
export function EraseFacts({ person }: { person: Person }) {
  const { locale } = usePage()
  const t = useTexts('consolePeople')
  const open = person.outstanding
  const sum = (cents: number) => formatCents(cents, locale)
  const facts = [
    open.lost > 0 && t('erase.lost', { count: open.lost, amount: sum(open.lostCents) }),
    open.expectedCents > 0 && t('erase.expected', { amount: sum(open.expectedCents) }),
    open.stillPaid > 0 &&
      t('erase.stillPaid', { count: open.stillPaid, amount: sum(open.stillPaidCents) }),
    open.owed > 0 && t('erase.owed', { count: open.owed, amount: sum(open.owedCents) }),
    open.claims > 0 && t('erase.claims', { count: open.claims }),
    open.goodwillCents > 0 && t('erase.goodwill', { amount: sum(open.goodwillCents) }),
    open.contracts + open.keptRewards > 0 &&
      t('erase.keptContact', { contracts: open.contracts, rewards: open.keptRewards }),
  ].filter((fact) => fact !== false)
  if (isOnlyInvited(person))
    return (
      <>
        <p>{t('act.eraseTextInvited')}</p>
        <div>
          <p className="font-semibold">{t('erase.stays')}</p>
          <ul className="list-disc ps-5">
            <li>{t('erase.staysInvitation')}</li>
            <li>{t('erase.staysLog')}</li>
          </ul>
        </div>
      </>
    )
  return (
    <>
      <p>{t('act.eraseText')}</p>
      <div>
        <p className="font-semibold">{t('erase.open')}</p>
        {facts.length === 0 ? (
          <p>{t('erase.nothingOpen')}</p>
        ) : (
          <ul className="list-disc ps-5">
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <p className="font-semibold">{t('erase.stays')}</p>
        <ul className="list-disc ps-5">
          <li>{t('erase.staysMoney')}</li>
          <li>{t('erase.staysProof')}</li>
          <li>{t('erase.staysLog')}</li>
        </ul>
      </div>
    </>
  )
}
