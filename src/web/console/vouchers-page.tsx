import { wire } from 'virtual:wire-office'
import { useMemo } from 'react'
import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import { largestVoucherFile } from '../../domain/voucher-pool.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDate } from '../ui/format-date.ts'
import { FileField, fileIn, toBase64 } from '../ui/form/file-field.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, maxLength, required, textOf, type Rules } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { ShortTable } from '../ui/table/short-table.tsx'
import type { TableColumn } from '../ui/table/table-types.ts'
import { ForbiddenActs } from './act.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { retryRules, VoucherOrders } from './voucher-orders.tsx'
import { useAbility } from './use-place.ts'

addCalls(wire)

type Found = AnswerOf<Endpoints['showVouchers']>
type Pool = Found['pools'][number]
type Problem = AnswerOf<Endpoints['importVoucherCodes']>['lines'][number]['problem']

const rules: Rules = { option: [required], reason: [required, maxLength(500)] }

// As the server would answer; said before anything is sent.
const tooLarge = new ApiError({
  code: errorCodes.notAccepted,
  status: 413,
  message: '',
  fields: [],
  details: {},
  retryAfterSeconds: null,
})

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [page, tenant] = [pageOf(context), params['mandant'] ?? '']
  const found = await callApi(page, 'showVouchers', { tenant })
  const balance = found.provider ? await callApi(page, 'showVoucherBalance', { tenant }) : null
  return { ...found, balance: balance?.cents ?? null }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const page = pageOf(context)
  const tenant = params['mandant'] ?? ''
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  if (intent.startsWith('retry-')) return retry(page, tenant, form, intent.slice('retry-'.length))
  const errors = checkForm(form, rules)
  const file = fileIn(form, 'file')
  if (!file) errors['file'] = { rule: 'rule.required' }
  if (!file || Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    if (file.size > largestVoucherFile) throw tooLarge
    const { imported, refused, lines } = await callApi(page, 'importVoucherCodes', {
      tenant,
      params: { id: textOf(form, 'option') },
      body: { file: await toBase64(file), reason: textOf(form, 'reason') },
    })
    const to = href(page.tenant, page.locale, 'ConsoleVouchers', {
      mandant: tenant,
      neu: String(imported),
      ohne: String(refused),
      ...(lines.length > 0
        ? { zeilen: lines.map(({ line, problem }) => `${line}-${problem}`).join('.') }
        : {}),
    })
    return redirect(to)
  } catch (error) {
    return refused(form, error, { file: 'file', reason: 'reason' })
  }
}

async function retry(page: PageContext, tenant: string, form: FormData, id: string) {
  const errors = checkForm(form, retryRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    await callApi(page, 'retryVoucherOrder', {
      tenant,
      params: { id },
      body: { version: Number(textOf(form, 'version')), reason: textOf(form, 'reason') },
    })
  } catch (error) {
    return refused(form, error, { reason: 'reason' })
  }
  return redirect(
    href(page.tenant, page.locale, 'ConsoleVouchers', { mandant: tenant, bestellt: '1' }),
  )
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleVouchers')('title'), robots: 'noindex' }
}

export function Component() {
  const found = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { locale } = usePage()
  const t = useTexts('consoleVouchers')
  const columns = useMemo(() => columnsFor(found, t, locale), [found, t, locale])
  return (
    <ConsoleFrame
      title={t('title')}
      intro={t('intro', { days: found.expiryDays, least: found.least })}
    >
      {answer ? null : <Done />}
      <ShortTable
        title={t('pools')}
        page="ConsoleVouchers"
        columns={columns}
        rows={found.pools}
        idOf={({ option, cents }) => `${option} ${cents}`}
        nameOf={(row) => nameOf(row, found, locale)}
        link={() => null}
        none={{ title: t('none'), text: t('noneText') }}
      />
      <VoucherOrders found={found} balance={found.balance} answer={answer} />
      <section aria-labelledby="import-title" className="mt-8 max-w-2xl">
        <h2 id="import-title" className="record-h2">
          {t('import')}
        </h2>
        <Import found={found} answer={answer} />
      </section>
    </ConsoleFrame>
  )
}

/** What the import did; it stands in the address, so that a reload does not import again. */
function Done() {
  const [search] = useSearchParams()
  const { locale } = usePage()
  const t = useTexts('consoleVouchers')
  if (search.get('bestellt')) return <Notice tone="success" live title={t('retried')} />
  const [imported, out] = [search.get('neu'), search.get('ohne')].map(Number)
  if (search.get('neu') === null || !Number.isSafeInteger(imported) || !Number.isSafeInteger(out))
    return null
  const lines = (search.get('zeilen') ?? '')
    .split('.')
    .map((one) => /^(\d{1,6})-([a-z]+)$/.exec(one))
    .flatMap((part) => {
      const problem = problems.find((known) => known === part?.[2])
      return part && problem ? [{ line: Number(part[1]), problem }] : []
    })
  return (
    <Notice
      tone={out === 0 ? 'success' : 'info'}
      live
      title={t('done', { count: imported!, number: formatCount(imported!, locale) })}
    >
      {out! > 0 ? (
        <>
          <p>{t('left', { count: out!, number: formatCount(out!, locale) })}</p>
          <ul className="mt-2 list-disc pl-5">
            {lines.map(({ line, problem }) => (
              <li key={line}>
                {t('line', { line })}: {t(`problem.${problem}`)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  )
}

const problems: readonly Problem[] = ['known', 'code', 'amount', 'day', 'late', 'quote', 'cells']

const titleOf = (option: string, { vouchers }: Found) =>
  vouchers.find(({ id }) => id === option)?.title ?? option

const nameOf = (row: Pool, found: Found, locale: 'de' | 'en') =>
  `${titleOf(row.option, found)}, ${formatCents(row.cents, locale)}`

const tones = { gefuellt: 'ok', knapp: 'waits', leer: 'bad', ruht: 'neutral' } as const

const columnsFor = (
  found: Found,
  t: Translate<'consoleVouchers'>,
  locale: 'de' | 'en',
): TableColumn<Pool>[] => {
  const number = (id: keyof Pool & ('free' | 'closing' | 'expired' | 'taken' | 'faulty')) => ({
    id,
    title: t(id),
    kind: 'money' as const,
    priority: id === 'free' ? (1 as const) : (2 as const),
    cell: (row: Pool) => <span className="dt-number">{formatCount(row[id], locale)}</span>,
  })
  return [
    { id: 'voucher', title: t('voucher'), cell: ({ option }) => titleOf(option, found) },
    {
      id: 'cents',
      title: t('worth'),
      kind: 'money',
      card: 'amount',
      cell: ({ cents }) => <span className="dt-number">{formatCents(cents, locale)}</span>,
    },
    {
      id: 'state',
      title: t('state'),
      kind: 'state',
      card: 'state',
      cell: ({ state }) => <StateBadge tone={tones[state]} text={t(`state.${state}`)} />,
    },
    number('free'),
    {
      id: 'lasts',
      title: t('lasts'),
      card: 'fact',
      cell: ({ weeksLeft }) =>
        weeksLeft === null
          ? t('unused')
          : t('weeks', { count: weeksLeft, number: formatCount(weeksLeft, locale) }),
    },
    {
      id: 'nextExpiry',
      title: t('nextExpiry'),
      kind: 'date',
      priority: 3,
      cell: ({ nextExpiry }) => nextExpiry && formatDate(nextExpiry, locale),
    },
    number('closing'),
    number('expired'),
    number('taken'),
    number('faulty'),
  ]
}

function Import({ found, answer }: { found: Found; answer: FormAnswer | undefined }) {
  const t = useTexts('consoleVouchers')
  const ability = useAbility()
  if (!ability.can('create', 'vouchers'))
    return <ForbiddenActs titles={[t('import')]} why={t('noRight')} />
  const shown =
    answer?.code === errorCodes.notAccepted ? { ...answer, message: t('large') } : answer
  const filled = found.vouchers.filter(({ isOrdered }) => !isOrdered)
  if (filled.length === 0) return <p>{t('noVoucher')}</p>
  return (
    <PageForm
      id="import"
      rules={rules}
      labels={{ option: t('voucher'), file: t('file'), reason: t('reason') }}
      answer={shown}
      draft={false}
      files
      isShort
    >
      <p className="mb-4">{t('importText')}</p>
      <div className="grid gap-4">
        <SelectField
          name="option"
          empty={t('choose')}
          options={filled.map(({ id, title }) => ({ value: id, title }))}
        />
        <FileField name="file" accept=".csv,text/csv,text/plain" hint={t('fileHint')} />
        <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
      </div>
      <SubmitButton>{t('import')}</SubmitButton>
    </PageForm>
  )
}
