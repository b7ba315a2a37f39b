import { useParams } from 'react-router'
import { useTexts } from '../runtime/texts.ts'
import { TextLink } from '../ui/text-link.tsx'
import { useAbility } from './use-place.ts'

/** To the way of a reward's money, for those who see payments. */
export function MoneyWay({ reward }: { reward: string }) {
  const { mandant = '' } = useParams()
  const t = useTexts('console')
  const ability = useAbility()
  if (!ability.can('read', 'payouts')) return null
  return (
    <TextLink page="ConsoleMoneyWay" values={{ mandant, praemie: reward }} inText>
      {t('moneyWay')}
    </TextLink>
  )
}
