import { wire } from 'virtual:wire-office'
import { useMemo } from 'react'
import { redirect, useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { formatCents } from '../../domain/money.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { knownOf, tableValues, type TableSpec } from '../ui/table/table-address.ts'
import { TextLink } from '../ui/text-link.tsx'
import { Conflict } from './conflict.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { nothing, pageAndOrder, readList } from './console-list.tsx'
import { paymentTitle } from './payee.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { PaymentRecord } from './payment-record.tsx'
import { PayoutActs } from './payout-acts.tsx'
import { LargestPayments, listPlace, PayoutChecks } from './payout-checks.tsx'
import { payoutsDone, stillTrue, type PayoutDone } from './payout-done.ts'
import { PayoutFacts } from './payout-facts.tsx'
import { PayoutFiles } from './payout-files.tsx'
import { PayoutLead } from './payout-lead.tsx'
import { SeldomNeeded } from './payout-never-sent.tsx'
import type { Payout } from './payout-state.tsx'
import { Proof } from './proof.tsx'
import { stopRules } from './stop-act.tsx'
import { useFollow } from './use-follow.ts'

addCalls(wire)

const spec: TableSpec = { sorts: ['folge', 'betrag'], fallsFirst: ['betrag'], filters: ['art'] }
const sorts = { folge: 'Folge', betrag: 'WertCent' } as const
const kinds = [
  'drin',
  'heraus',
  'geaendert',
  'geteilt',
  'ausland',
  'neu',
  'aehnlich',
  'keintreffer',
  'ungeprueft',
] as const

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const to = { tenant, params: { id: asked.params['auszahlung'] ?? '' } }
  const kind = knownOf(query, 'art', kinds)
  const [payout, list] = await Promise.all([
    callApi(page, 'showPayout', to),
    kind === null
      ? nothing
      : callApi(page, 'listPayments', {
          ...to,
          body: { ...pageAndOrder(query, sorts), filter: kind.length > 0 ? { kind } : {} },
        }),
  ])
  const payment = list.rows.find(({ id }) => id === search.get('zahlung')) ?? null
  return { payout, list, query, payment }
}

type Opened = { openUntil: string }

export async function action(asked: ActionFunctionArgs) {
  const page = pageOf(asked.context)
  const form = await asked.request.formData()
  const intent = textOf(form, 'intent')
  const isAsked = intent !== 'approve' && intent !== 'files'
  const errors = checkForm(form, isAsked ? stopRules : {})
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const mandant = asked.params['mandant'] ?? ''
  const id = asked.params['auszahlung'] ?? ''
  const to = { tenant: mandant, params: { id } }
  try {
    if (intent === 'files') {
      const { validUntil } = await callApi(page, 'openPayoutFiles', { ...to })
      return { openUntil: validUntil }
    }
    const done = await change(page, to, form, intent)
    return redirect(
      href(page.tenant, page.locale, 'ConsolePayout', { mandant, auszahlung: id, done }),
    )
  } catch (error) {
    return refused(form, error)
  }
}

/** Does what the form asks for, and says what came of it. */
async function change(
  page: PageContext,
  to: { tenant: string; params: { id: string } },
  form: FormData,
  intent: string,
): Promise<PayoutDone> {
  const version = Number(textOf(form, 'version'))
  if (intent === 'approve') {
    const body = { version, hash: textOf(form, 'hash') }
    return (await callApi(page, 'approvePayout', { ...to, body })).outcome
  }
  const [, file] = /^cancel (.+)$/.exec(intent) ?? []
  if (file) {
    const given = { params: { id: file }, body: { reason: textOf(form, 'reason') } }
    const { outcome } = await callApi(page, 'cancelPayoutFile', { ...to, ...given })
    return outcome === 'proposed' ? 'proposedCancel' : outcome
  }
  const [, told] = /^tell (.+)$/.exec(intent) ?? []
  if (told) {
    const given = { params: { id: told }, body: { reason: textOf(form, 'reason') } }
    await callApi(page, 'tellBank', { ...to, ...given })
    return 'told'
  }
  const [, untold] = /^untell (.+)$/.exec(intent) ?? []
  if (untold) {
    const given = { params: { id: untold }, body: { reason: textOf(form, 'reason') } }
    await callApi(page, 'untellBank', { ...to, ...given })
    return 'untold'
  }
  const body = { version, reason: textOf(form, 'reason') }
  if (intent === 'take-out') {
    const params = { ...to.params, payment: textOf(form, 'payment') }
    await callApi(page, 'takePaymentOut', { ...to, params, body })
    return 'out'
  }
  await callApi(page, 'stopPayout', { ...to, body })
  return 'stopped'
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ data, page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('consolePayouts')
  const amount = data && formatCents(data.payout.cents, page.locale)
  return { title: amount ? t('one.title', { amount }) : t('title'), robots: 'noindex' }
}

export function Component() {
  const { payout, list, query, payment } = useLoaderData<typeof loader>()
  const given = useActionData<FormAnswer | Opened>()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  useFollow(payout.state === 'freigegeben')
  const columns = useMemo(() => paymentColumns(t, locale), [t, locale])
  const answer = given && 'values' in given ? given : undefined
  const opened = given && 'openUntil' in given ? given.openUntil : null
  const kept = { mandant, auszahlung: payout.id }
  const own = { ...kept, ...tableValues(query, spec) }
  const close = { page: 'ConsolePayout', values: own } as const
  return (
    <ConsoleFrame
      title={t('one.title', { amount: formatCents(payout.cents, locale) })}
      actions={
        <TextLink page="ConsolePayouts" values={{ mandant }}>
          {t('title')}
        </TextLink>
      }
      record={
        payment ? (
          <PaymentRecord
            key={payment.id}
            payment={payment}
            payout={payout}
            close={close}
            answer={answer}
          />
        ) : undefined
      }
    >
      <div className="person">
        <div className="person-main">
          <Done payout={payout} answer={given} />
          {payment ? null : (
            <>
              <Conflict answer={answer} />
              <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
            </>
          )}
          <PayoutLead payout={payout} />
          {payout.state === 'offen' ? (
            <RecordPart title={t('acts')}>
              <PayoutActs payout={payout} answer={answer} />
            </RecordPart>
          ) : null}
          <PayoutFiles payout={payout} opened={opened} answer={answer} />
          <PayoutChecks payout={payout} />
          <SeldomNeeded payout={payout} answer={answer} />
        </div>
        <div className="person-side">
          <PayoutFacts payout={payout} />
          <LargestPayments payout={payout} />
        </div>
      </div>
      <div id={listPlace} className="min-w-0">
        <p aria-hidden="true" className="record-h2">
          {t('list')}
        </p>
        <DataTable
          title={t('list')}
          page="ConsolePayout"
          kept={kept}
          spec={spec}
          query={query}
          columns={columns}
          rows={list.rows}
          total={list.totalCount}
          pageCount={list.pageCount}
          sum={list.sums ? { label: t('sum'), cents: list.sums.cents } : null}
          idOf={({ id }) => id}
          nameOf={(row) => paymentTitle(row, t, locale)}
          link={({ id }) => ({ page: 'ConsolePayout', values: { ...own, zahlung: id } })}
          record={payment && { id: payment.id, close }}
          searchHint={null}
          filters={[
            {
              name: 'art',
              title: t('kinds'),
              kind: 'choice',
              choices: kinds.map((value) => ({ value, title: t(`kinds.${value}`) })),
            },
          ]}
          none={{ title: t('list.none'), text: t('list.noneText') }}
        />
      </div>
    </ConsoleFrame>
  )
}

function Done({ payout, answer }: { payout: Payout; answer: FormAnswer | Opened | undefined }) {
  const [search] = useSearchParams()
  const t = useTexts('consolePayouts')
  const done = payoutsDone.find((one) => one === search.get('done'))
  const said = done && !answer ? stillTrue(done, payout) : null
  if (said === null) return null
  const isDone = said !== 'changed' && said !== 'expired'
  return <Notice tone={isDone ? 'success' : 'info'} live title={t(`done.${said}`)} />
}
