import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { refusalWords } from '../../contract/refusal-words.ts'
import { mostNoteLetters, orderRefusalReasons, refusalLabel } from '../../domain/refusal.ts'
import { Link } from '../runtime/link.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { formatCents } from '../../domain/money.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { chosen } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Money } from '../ui/money.tsx'
import { useTitleBegins } from '../runtime/title-parts.ts'
import type { Asked } from './decided-orders.ts'
import type { ReportRow } from './report-columns.tsx'

/** Confirms a bulk decision: which orders, and their sum. It is far from the button, so it takes the focus. */
export function OrderQuestion({
  asked: { asked: orders, seen, what, isChanged = false, problem },
  rows,
}: {
  asked: Asked
  rows: ReportRow[]
}) {
  const { locale } = usePage()
  const t = useTexts('agencyReports')
  const { pathname, search } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const isAnswered = problem !== undefined
  useEffect(() => {
    // Then the error has the focus.
    if (isAnswered) return
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [orders, seen, isAnswered])
  const back = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const record = box.current?.closest('.desk-record')
    // Cancelled: the buttons that asked are there again.
    return () => {
      if (document.activeElement !== document.body) return
      const opener = `button[value=ask-${what}]`
      const button = record
        ? record.querySelector<HTMLElement>(opener)
        : document.querySelector<HTMLElement>(`.dt-selection ${opener}`)
      button?.focus()
    }
  }, [what])
  useTitleBegins(`${t(`${what}.title`, { count: seen.count })} – `, 'decide')
  const named = rows.filter(({ id }) => orders?.includes(id))
  const isNamed = named.length === seen.count && named.length <= 10
  const isRefusal = what === 'refuse'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key bubbles from what is in it
    <div
      ref={box}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        back.current?.click()
      }}
      className={`my-2 max-h-full shrink-0 overflow-y-auto rounded-field border-2 p-4 ${isRefusal ? 'border-danger bg-danger-tint' : 'border-primary bg-tint'}`}
      role="alert"
    >
      {isChanged ? <p className="mb-2">{t('decide.changed')}</p> : null}
      <p className="font-bold">
        {t(`${what}.title`, { count: seen.count })}
        {orders ? null : ` ${t('decide.allPages')}`}
      </p>
      <Sums seen={seen} />
      {orders && orders.length > seen.count ? (
        <p className="mt-1">{t('decide.others', { count: orders.length - seen.count })}</p>
      ) : null}
      <p className="mt-1 mb-4">{t(`${what}.text`)}</p>
      {isNamed ? (
        <ul className="mb-4 list-disc pl-6">
          {named.map(({ id, number, referrer, product }) => (
            <li key={id} className="wrap-anywhere">
              {[number ?? id, referrer, product].filter(Boolean).join(' · ')}
            </li>
          ))}
        </ul>
      ) : null}
      <PageForm
        id="decide"
        rules={isRefusal ? { reason: [chosen] } : {}}
        labels={{ reason: t('refuse.reason'), note: t('refuse.note') }}
        answer={problem}
        draft={false}
        isShort
      >
        <input type="hidden" name="intent" value={what} />
        {orders ? null : <input type="hidden" name="all" value="1" />}
        <input type="hidden" name="count" value={seen.count} />
        <input type="hidden" name="expected" value={seen.expectedCents} />
        <input type="hidden" name="fee" value={seen.feeCents} />
        <input type="hidden" name="inRows" value={seen.inRowsCents} />
        {orders?.map((order) => (
          <input key={order} type="hidden" name="order" value={order} />
        ))}
        {isRefusal ? (
          <>
            <SelectField
              name="reason"
              empty={t('refuse.choose')}
              options={orderRefusalReasons.map((reason) => ({
                value: refusalWords[reason],
                title: reason === 'other' ? t('refuse.other') : refusalLabel(reason, locale),
              }))}
            />
            <TextArea name="note" rows={2} maxLength={mostNoteLetters} />
          </>
        ) : null}
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton {...(isRefusal ? { kind: 'danger' } : {})}>
            {t(`${what}.submit`, { count: seen.count })}
          </SubmitButton>
          <Link ref={back} to={pathname + search} className={buttonClass('secondary')}>
            {t('decide.cancel')}
          </Link>
        </div>
      </PageForm>
    </div>
  )
}

/** Why a choice sums to something else than its rows. */
export function DiffersFromList({ cents }: { cents: number }) {
  const { locale } = usePage()
  const t = useTexts('agencyReports')
  const amount = formatCents(Math.abs(cents), locale)
  return t(cents > 0 ? 'decide.more' : 'decide.less', { amount })
}

function Sums({ seen: { expectedCents, feeCents, inRowsCents } }: Pick<Asked, 'seen'>) {
  const t = useTexts('agencyReports')
  return (
    <p className="mt-1">
      {t('decide.rewards')} <Money cents={expectedCents} className="font-semibold text-text" />
      {feeCents > 0 ? (
        <>
          {' · '}
          {t('decide.fees')} <Money cents={feeCents} className="font-semibold text-text" />
        </>
      ) : null}
      {expectedCents === inRowsCents ? null : (
        <span className="block">
          <DiffersFromList cents={expectedCents - inRowsCents} />
        </span>
      )}
    </p>
  )
}
