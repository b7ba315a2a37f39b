import { explainPrice } from '../../domain/explain-price.ts'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import type { RewardFound } from './reward-state.tsx'

const shown = [
  'plan',
  'rule',
  'stage',
  'totalCents',
  'share',
  'capCents',
  'capUsedCents',
  'movedCents',
  'forfeitedCents',
  'resultCents',
  'reason',
] as const
const rules = ['product', 'fixed'] as const

type Priced = Pick<RewardFound, 'rule' | 'side' | 'cents'>

/** The rule as it was when the order was released: later changes of plans do not touch it. */
export function RewardRule({ found }: { found: RewardFound }) {
  const t = useTexts('consoleRewards')
  const facts = useRuleFacts(found)
  if (facts.length === 0) return null
  return (
    <RecordPart title={t('rule')}>
      <dl className="record-facts">
        {facts.map(([name, said]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{said}</dd>
          </div>
        ))}
      </dl>
    </RecordPart>
  )
}

/** What led to a reward's amount, in words. */
export function useRuleFacts(found: Priced): (readonly [string, string])[] {
  const { locale } = usePage()
  const t = useTexts('consoleRewards')
  const rule = ruleOf(found)
  const say = (name: (typeof shown)[number], value: unknown): string | null => {
    if (typeof value === 'number')
      return name.endsWith('Cents')
        ? formatCents(value, locale)
        : name === 'share'
          ? `${value} %`
          : String(value)
    if (typeof value !== 'string' || value === '') return null
    if (name === 'plan' && value === 'goodwill') return t('ruleOf.goodwill')
    const known = name === 'rule' ? rules.find((one) => one === value) : undefined
    return known ? t(`ruleOf.${known}`) : value
  }
  return shown.flatMap((name) => {
    const said = say(name, rule[name])
    const word =
      name === 'resultCents' ? (`rule.result.${found.side}` as const) : (`rule.${name}` as const)
    return said === null ? [] : [[t(word), said] as const]
  })
}

/** As stored, with the steps between it and the amount. Lines that do not lead there are not shown. */
function ruleOf({ rule, side, cents }: Priced): Record<string, unknown> {
  const steps = explainPrice(rule)
  const resultCents = steps?.[side === 'Empfehler' ? 'referrer' : 'recipient']
  if (!steps || resultCents !== cents) return rule
  return { ...rule, ...(steps.isCapped ? { movedCents: steps.moved } : {}), resultCents }
}
