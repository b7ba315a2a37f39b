import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { rewardWords } from './referral-card.tsx'
import type { OwnReferral } from './summarise-referrals.ts'

export function GoodwillReward({ line }: { line: OwnReferral }) {
  const { locale } = usePage()
  const t = useTexts('dashboard')
  const { createdOn, reward } = line
  const expectedOn = line.rewards?.[0]?.expectedOn
  const status = reward.status ?? 'Offen'
  const tone = status === 'Ausgezahlt' ? 'bg-success-tint text-success' : 'bg-tint text-text'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field border border-hairline bg-surface px-4 py-3">
      <div className="min-w-0">
        <h3 className="font-bold">{t('dash.goodwillOne')}</h3>
        <p className="text-base text-muted">
          {expectedOn
            ? t('wait.due', { date: formatDate(expectedOn, locale) })
            : t('dash.goodwillOn', { date: formatDate(createdOn, locale) })}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Money cents={reward.cents} className="font-bold" />
        <span className={`rounded-field px-2.5 py-1 text-base font-semibold ${tone}`}>
          {rewardWords(t, status)}
        </span>
      </p>
    </li>
  )
}
