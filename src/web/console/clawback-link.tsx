import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { TextLink } from '../ui/text-link.tsx'
import type { Person } from './person-facts.tsx'
import { useAbility } from './use-place.ts'

/** To the record with the reference, the reminders and what was agreed. */
export function ClawbackLinks({ clawbacks }: { clawbacks: Person['clawbacks'] }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePeople')
  const ability = useAbility()
  if (clawbacks.length === 0 || !ability.can('read', 'rewards')) return null
  return (
    <ul className="mt-2 grid gap-1">
      {clawbacks.map(({ reward, cents, isOpen }) => (
        <li key={reward}>
          <TextLink page="ConsoleClawbacks" values={{ mandant, praemie: reward }} inText>
            {t(isOpen ? 'clawback' : 'clawbackOver', {
              amount: formatCents(cents, locale),
            })}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}
