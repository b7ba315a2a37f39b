import { wire } from 'virtual:wire-office'
import { useMemo } from 'react'
import { redirect, useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { formatMonth } from '../agency/format-month.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { ShortTable } from '../ui/table/short-table.tsx'
import type { TableColumn } from '../ui/table/table-types.ts'
import type { Books } from './books.ts'
import { ClosedMonths, closeRules } from './books-months.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { csvHref } from './list-file.tsx'
import { useFollow } from './use-follow.ts'

addCalls(wire)

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const asked = new URL(request.url).searchParams.get('monat') ?? ''
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : undefined
  const books = await callApi(page, 'showBooks', { tenant, query: month ? { month } : {} })
  return { books }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const tenant = params['mandant'] ?? ''
  if (textOf(form, 'intent') === 'close') {
    const errors = checkForm(form, closeRules)
    if (Object.keys(errors).length > 0) return invalid(form, errors)
    try {
      await callApi(page, 'closeBooksMonth', {
        tenant,
        params: { month: textOf(form, 'month') },
        body: { reason: textOf(form, 'reason') },
      })
    } catch (error) {
      return refused(form, error, { monat: 'reason', Grund: 'reason' })
    }
    return redirect(
      href(page.tenant, page.locale, 'ConsoleBooks', { mandant: tenant, done: 'closed' }),
    )
  }
  try {
    await callApi(page, 'checkBooks', { tenant })
  } catch (error) {
    return refused(form, error)
  }
  return redirect(
    href(page.tenant, page.locale, 'ConsoleBooks', { mandant: tenant, done: 'asked' }),
  )
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleBooks')('title'), robots: 'noindex' }
}

export function Component() {
  const { books } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const [search] = useSearchParams()
  const t = useTexts('consoleBooks')
  useFollow(books.waitingSince !== null)
  return (
    <ConsoleFrame
      title={t('title')}
      actions={
        <a
          href={csvHref(mandant, 'showBooksFile', { language: locale })}
          download
          className={controlClass()}
        >
          {t('file')}
        </a>
      }
    >
      {search.get('done') === 'asked' && !answer && books.waitingSince !== null ? (
        <Notice tone="success" live title={t('asked')} />
      ) : null}
      {search.get('done') === 'closed' && !answer ? (
        <Notice tone="success" live title={t('closedNow')} />
      ) : null}
      <LastCheck books={books} answer={answer?.values['intent'] === 'close' ? undefined : answer} />
      {books.month === null ? null : <Months books={books} month={books.month} />}
      <ClosedMonths books={books} answer={answer} />
    </ConsoleFrame>
  )
}

function LastCheck({ books, answer }: { books: Books; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleBooks')
  const { check, waitingSince } = books
  const time = (at: string) => formatDateTime(at, locale)
  return (
    <>
      {check === null ? (
        <Notice tone="info" title={t('none')} />
      ) : (
        <Notice
          tone={check.count === 0 ? 'success' : 'danger'}
          title={check.count === 0 ? t('agree') : t('differ', { count: check.count })}
        >
          <p>
            {t(check.by === null ? 'checked' : 'checkedBy', {
              time: time(check.checkedAt),
              who: check.by ?? '',
            })}
          </p>
        </Notice>
      )}
      {check && check.differences.length > 0 ? <Differences found={check.differences} /> : null}
      {waitingSince === null ? (
        <PageForm id="check" rules={{}} labels={{}} answer={answer} draft={false} isShort>
          <SubmitButton kind="secondary">{t('check')}</SubmitButton>
        </PageForm>
      ) : (
        <p className="mt-3 text-muted">{t('waiting', { time: time(waitingSince) })}</p>
      )}
    </>
  )
}

type Difference = NonNullable<Books['check']>['differences'][number]

function Differences({ found }: { found: Difference[] }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBooks')
  const columns = useMemo((): TableColumn<Difference & { key: string }>[] => {
    const cents = (value: number | null) => (value === null ? null : formatCents(value, locale))
    return [
      { id: 'what', title: t('what'), cell: ({ kind }) => t(`kind.${kind}`) },
      {
        id: 'number',
        title: t('number'),
        card: 'state',
        isNamed: true,
        cell: ({ id }) => id,
        has: ({ id }) => id !== '',
      },
      {
        id: 'expected',
        title: t('expected'),
        kind: 'money',
        card: 'date',
        isNamed: true,
        cell: ({ expected }) => cents(expected),
        has: ({ expected }) => expected !== null,
      },
      {
        id: 'found',
        title: t('found'),
        kind: 'money',
        card: 'amount',
        isNamed: true,
        cell: ({ found: is }) => cents(is),
        has: ({ found: is }) => is !== null,
      },
      {
        id: 'text',
        title: t('detail'),
        card: 'fact',
        isNamed: true,
        cell: ({ text }) => <span lang="en">{text}</span>,
      },
    ]
  }, [t, locale])
  return (
    <RecordPart title={t('differences')}>
      <ShortTable
        title={t('differences')}
        page="ConsoleBooks"
        columns={columns}
        rows={found.map((one, at) => ({ ...one, key: `${at}` }))}
        idOf={({ key }) => key}
        nameOf={({ kind, id }) => `${t(`kind.${kind}`)} ${id}`}
        link={({ kind, id }) =>
          id !== '' && ['reward', 'repayment', 'voucher'].includes(kind)
            ? { page: 'ConsoleRewards', values: { mandant, praemie: id } }
            : null
        }
        none={{ title: t('agree'), text: '' }}
      />
    </RecordPart>
  )
}

type Row = Books['rows'][number]

/** On a phone's card. */
const places = { opening: 'state', debit: 'date', credit: 'fact', closing: 'amount' } as const

function Months({ books, month }: { books: Books; month: string }) {
  const { locale } = usePage()
  const t = useTexts('consoleBooks')
  const columns = useMemo(
    (): TableColumn<Row>[] => [
      { id: 'account', title: t('account'), cell: ({ name }) => name },
      ...(['opening', 'debit', 'credit', 'closing'] as const).map((id): TableColumn<Row> => ({
        id,
        title: t(id),
        kind: 'money',
        card: places[id],
        isNamed: true,
        cell: (row) => <Money cents={row[id]} />,
      })),
    ],
    [t],
  )
  const ledgers = Map.groupBy(books.rows, ({ ledgerName }) => ledgerName)
  return (
    <RecordPart title={t('month', { month: formatMonth(month, locale) })}>
      {books.check ? (
        <p className="mb-3">{t('asOf', { time: formatDateTime(books.check.asOf, locale) })}</p>
      ) : null}
      <form method="get" className="mb-4 flex flex-wrap items-end gap-3">
        <label className="grid gap-1">
          {t('choose')}
          <select name="monat" defaultValue={month} className={controlClass()}>
            {books.months.map((one) => (
              <option key={one} value={one}>
                {formatMonth(one, locale)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className={controlClass()}>
          {t('show')}
        </button>
      </form>
      {[...ledgers].map(([name, rows]) => (
        <div key={name} className="mt-4">
          <h3 className="record-h2">{name}</h3>
          <ShortTable
            title={name}
            page="ConsoleBooks"
            columns={columns}
            rows={rows}
            idOf={({ account }) => account}
            nameOf={({ name: account }) => account}
            link={() => null}
            none={{ title: t('none'), text: '' }}
          />
        </div>
      ))}
    </RecordPart>
  )
}
