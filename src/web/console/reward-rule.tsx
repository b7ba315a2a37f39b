import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { RecordPart } from '../ui/record-panel.tsx'

const shown = [
  'plan',
  'rule',
  'stage',
  'totalCents',
  'share',
  'capCents',
  'capUsedCents',
  'forfeitedCents',
  'reason',
] as const
const rules = ['product', 'fixed'] as const

/** The rule as it was when the order was released: later changes of plans do not touch it. */
export function RewardRule({ rule }: { rule: Record<string, unknown> }) {
  const { locale } = usePage()
  const t = useTexts('consoleRewards')
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
  const facts = shown.flatMap((name) => {
    const said = say(name, rule[name])
    return said === null ? [] : [[name, said] as const]
  })
  if (facts.length === 0) return null
  return (
    <RecordPart title={t('rule')}>
      <dl className="record-facts">
        {facts.map(([name, said]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{t(`rule.${name}`)}</dt>
            <dd className="min-w-0 wrap-anywhere">{said}</dd>
          </div>
        ))}
      </dl>
    </RecordPart>
  )
}
