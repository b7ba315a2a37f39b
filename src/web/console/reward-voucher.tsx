import type { ReactNode } from 'react'
import type { Locale } from '../../domain/tenant.ts'
import { formatCents } from '../../domain/money.ts'
import { codeRefusals, codeRefusalText, mostCodeNote } from '../../domain/voucher-fault.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { LeftAlone } from './left-alone.tsx'
import type { RewardFound } from './reward-state.tsx'
import { useAbility } from './use-place.ts'

const reason = [required, maxLength(500)]
export const voucherRules = {
  code: { code: [required], reason },
  'code-approve': { reason },
  'code-refuse': { refusal: [required], note: [maxLength(mostCodeNote)] },
} satisfies Record<string, Rules>

type Voucher = NonNullable<RewardFound['voucher']>
type Code = Voucher['codes'][number]

/** In the place of a payment; what its codes say is in its mail alone. */
export function VoucherFacts({ found: { voucher, paidAt } }: { found: RewardFound }) {
  const { locale } = usePage()
  const t = useTexts('consoleRewards')
  if (voucher === null) return <p className="text-muted">{t('payments.voucher')}</p>
  const { shop, cents, codes, sentAt, validity } = voucher
  const isPlain = codes.length < 2
  const used = codes.filter(({ state }) => state !== 'faulty')
  const shownAt = used.every((code) => code.shownAt) ? used[0]?.shownAt : null
  return (
    <div className="wrap-anywhere">
      <p>
        <strong>{formatCents(cents, locale)}</strong> · {shop}
      </p>
      <p className="text-muted">
        {[
          sentAt
            ? t('voucher.sent', { time: formatDateTime(sentAt, locale) })
            : paidAt && t('voucher.taken', { time: formatDateTime(paidAt, locale) }),
          shownAt && t('voucher.shown', { time: formatDateTime(shownAt, locale) }),
          validity && t('voucher.valid', { validity }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {isPlain && codes[0]?.state !== 'doubted' ? null : (
        <ul>
          {codes.map((code) => (
            <li key={code.id}>{codeLine(code, voucher, t, locale)}</li>
          ))}
        </ul>
      )}
      <p className="text-muted">{t('payments.voucher')}</p>
    </div>
  )
}

/** By its place in the mail; one that was replaced is in no mail any more. */
function nameOf(code: Code, { codes }: Voucher, t: Translate<'consoleRewards'>, locale: Locale) {
  const amount = formatCents(code.cents, locale)
  const number = codes.filter(({ state }) => state !== 'faulty').indexOf(code) + 1
  return number === 0 ? t('code.old', { amount }) : t('code.name', { number, amount })
}

function codeLine(code: Code, voucher: Voucher, t: Translate<'consoleRewards'>, locale: Locale) {
  const { state, at, by } = code
  const name = nameOf(code, voucher, t, locale)
  if (state === 'works' || at === null) return name
  const words = { time: formatDateTime(at, locale), by: by ?? t('code.somebody') }
  return `${name}: ${t(`code.${state}`, words)}`
}

/** What can be done about a code that does not work. */
export function VoucherActs({
  found,
  answer,
}: {
  found: RewardFound
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consoleRewards')
  const ability = useAbility()
  const { voucher } = found
  if (voucher === null || found.isClaimedBack) return null
  const working = voucher.codes.filter(({ state }) => state === 'works')
  const doubted = voucher.codes.find(({ state }) => state === 'doubted')
  const title = t('code.report')
  if (found.isOwnCase) return <ForbiddenActs titles={[title]} why={t('own')} />
  const labels = { reason: t('reason'), code: t('code.which') }
  const seen = (code: string | null) => (
    <>
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      {code === null ? null : <input type="hidden" name="code" value={code} />}
    </>
  )
  const [only] = working
  return (
    <div key={voucher.codes.map(({ state }) => state).join()} className="mt-3 grid gap-3">
      {doubted ? (
        <Decision
          name={nameOf(doubted, voucher, t, locale)}
          reason={found.events.find(({ action }) => action === 'voucher-doubted')?.reason ?? null}
          why={voucher.cannotApprove}
          answer={answer}
          labels={labels}
        >
          {seen(doubted.id)}
        </Decision>
      ) : null}
      {only === undefined ? null : !ability.can('decide', 'rewards') ? (
        <ForbiddenActs titles={[title]} why={t('code.noRight')} />
      ) : voucher.isMoved ? (
        <ForbiddenActs titles={[title]} why={t('code.moved')} />
      ) : (
        <Act id="code" title={title} rules={voucherRules.code} labels={labels} answer={answer}>
          <p>{t('code.text')}</p>
          <LeftAlone cents={voucher.leftCents} />
          {working.length > 1 ? (
            <SelectField
              name="code"
              empty=""
              defaultValue={only.id}
              options={working.map((code) => ({
                value: code.id,
                title: nameOf(code, voucher, t, locale),
              }))}
            />
          ) : null}
          {seen(working.length > 1 ? null : only.id)}
          <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
        </Act>
      )}
    </div>
  )
}

function Decision({
  name,
  reason,
  why,
  answer,
  labels,
  children,
}: {
  name: string
  reason: string | null // why it was reported
  why: Voucher['cannotApprove']
  answer: FormAnswer | undefined
  labels: Record<string, string>
  children: ReactNode
}) {
  const { locale } = usePage()
  const t = useTexts('consoleRewards')
  const ability = useAbility()
  const other: Locale = locale === 'de' ? 'en' : 'de'
  const [approve, refuse] = [t('code.approve'), t('code.refuse')]
  if (!ability.can('approve', 'rewards'))
    return <ForbiddenActs titles={[approve, refuse]} why={t('code.noApproval')} />
  if (why === 'own') return <ForbiddenActs titles={[approve, refuse]} why={t('code.ownReport')} />
  const act = { labels, answer }
  return (
    <>
      <div>
        <p>{t('code.waits', { name })}</p>
        {reason ? <p className="event-reason wrap-anywhere">{reason}</p> : null}
      </div>
      {why === 'above' ? (
        <ForbiddenActs titles={[approve]} why={t('code.above')} />
      ) : (
        <Act
          id="code-approve"
          title={approve}
          kind="primary"
          rules={voucherRules['code-approve']}
          {...act}
        >
          {children}
          <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
        </Act>
      )}
      <Act
        id="code-refuse"
        title={refuse}
        kind="danger"
        rules={voucherRules['code-refuse']}
        answer={answer}
        labels={{ refusal: t('reason'), note: t('code.toPerson') }}
      >
        {children}
        <p>{t('code.reads')}</p>
        <SelectField
          name="refusal"
          empty=""
          options={codeRefusals.map((one) => ({
            value: one,
            title: [locale, other].map((each) => codeRefusalText(one, null, each)).join(' / '),
          }))}
        />
        <TextField name="note" autoComplete="off" />
      </Act>
    </>
  )
}
