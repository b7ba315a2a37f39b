import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { TextLink } from '../ui/text-link.tsx'
import type { Payment } from './payout-state.tsx'
import { useAbility } from './use-place.ts'

type Payee = Pick<
  Payment,
  'name' | 'person' | 'reward' | 'partner' | 'country' | 'ibanEnd' | 'cents'
>

/** Who is paid, as far as the caller may know. */
export const payeeName = ({ name, partner }: Payee, t: Translate<'consolePayouts'>): string =>
  name ?? (partner ? t('partner', { number: partner }) : t('erased'))

export const ibanOf = ({ country, ibanEnd }: Payee, t: Translate<'consolePayouts'>): string =>
  t('ibanOf', { country, end: ibanEnd })

export const paymentTitle = (payee: Payee, t: Translate<'consolePayouts'>, locale: Locale) =>
  t('payment', { amount: formatCents(payee.cents, locale), name: payeeName(payee, t) })

/** To the person, else to the reward's record; a sales partner has neither. */
export function PayeeLink({ payee }: { payee: Payee }) {
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  const name = payeeName(payee, t)
  if (payee.person && ability.can('read', 'people'))
    return (
      <TextLink page="ConsolePerson" values={{ mandant, person: payee.person }} inText>
        {name}
      </TextLink>
    )
  return payee.reward && ability.can('read', 'rewards') ? (
    <TextLink page="ConsoleRewards" values={{ mandant, praemie: payee.reward }} inText>
      {name}
    </TextLink>
  ) : (
    name
  )
}
