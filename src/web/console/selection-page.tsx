import { redirect, useActionData, useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { reviewTexts, type ReviewReason } from '../../domain/eligibility.ts'
import { formatCents } from '../../domain/money.ts'
import { itemsPerPage } from '../../domain/selection.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { Pages } from '../ui/pages.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { jobNames, wordOf } from './person-words.ts'
import { proofNeeded } from './proof.tsx'
import { ofVerb, type Selection } from './selection.ts'
import { SelectionActs } from './selection-acts.tsx'
import { stopRules } from './stop-act.tsx'
import { useFollow } from './use-follow.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const [tenant, id] = [params['mandant'] ?? '', params['stapel'] ?? '']
  const said = new URL(request.url).searchParams.get('seite') ?? ''
  const number = /^[1-9]\d{0,2}$/.test(said) ? Number(said) : 1
  const found = await callApi(page, 'showSelection', {
    tenant,
    params: { id },
    query: { page: number },
  })
  const at = { found, number }
  if (ofVerb[found.verb].kind !== 'orders') return { ...at, products: [] }
  return { ...at, products: (await callApi(page, 'listOrderProducts', { tenant })).products }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const [tenant, id] = [params['mandant'] ?? '', params['stapel'] ?? '']
  try {
    if (textOf(form, 'intent') === 'stop') {
      const errors = checkForm(form, stopRules)
      if (Object.keys(errors).length > 0) return invalid(form, errors)
      const body = { reason: textOf(form, 'reason') }
      await callApi(page, 'stopSelection', { tenant, params: { id }, body })
    } else {
      const [reason, note] = [textOf(form, 'reason'), textOf(form, 'note')]
      await callApi(page, 'startSelection', {
        tenant,
        params: { id },
        body: {
          version: Number(textOf(form, 'version')),
          ...(reason
            ? { reason: reason as NonNullable<BodyOf<Endpoints['startSelection']>['reason']> }
            : {}),
          note,
        },
      })
    }
    return redirect(
      href(page.tenant, page.locale, 'ConsoleSelection', { mandant: tenant, stapel: id }),
    )
  } catch (error) {
    return refused(form, error, { Grund: 'reason', Notiz: 'note' })
  }
}

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleSelections')('title'), robots: 'noindex' }
}

export function Component() {
  const { found, number, products } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleSelections')
  useFollow(found.state === 'running')
  const { verb, count, cents, madeBy, madeAt, reason } = found
  const amount = formatCents(cents, locale)
  const { kind, page } = ofVerb[verb]
  return (
    <ConsoleFrame
      title={t(`title.${verb}`, { count, number: formatCount(count, locale), amount })}
      of={page}
    >
      <div className="grid max-w-3xl gap-6">
        <p>
          {t('made', { by: madeBy ?? t('somebody'), day: formatDateTime(madeAt, locale) })}{' '}
          <TextLink page={page} values={{ mandant }} inText>
            {t(`back.${kind}`)}
          </TextLink>
        </p>
        {answer?.message && answer.code !== proofNeeded ? (
          <Notice tone="danger" live title={answer.message} />
        ) : null}
        <Progress found={found} />
        {reason ? (
          <p>
            {t('reason')}: <strong lang="de">{reason}</strong>
          </p>
        ) : null}
        <SelectionActs found={found} answer={answer} />
        <RecordPart title={t('content')}>
          <ul className="grid gap-2">
            {found.groups.map((group) => (
              <li key={group.reasons.join()}>
                {reasonOf(kind, group.reasons, products, locale)}{' '}
                <strong className="whitespace-nowrap tabular-nums">
                  {formatCount(group.count, locale)}
                  {kind === 'jobs' ? null : ` · ${formatCents(group.cents, locale)}`}
                </strong>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-muted">{t(`frozen.${kind}`)}</p>
        </RecordPart>
        <Items found={found} number={number} kind={kind} />
        {found.skippedItems.length > 0 ? (
          <RecordPart title={t('skipped')}>
            <ul className="grid gap-1">
              {found.skippedItems.map(({ id, why }) => (
                <li key={id}>
                  <Item kind={kind} id={id} />: {t(`why.${why}`)}
                </li>
              ))}
            </ul>
          </RecordPart>
        ) : null}
      </div>
    </ConsoleFrame>
  )
}

type Kind = (typeof ofVerb)[Selection['verb']]['kind']

/** What a group of a selection has in common: why they are held, the product, or why they died. */
function reasonOf(
  kind: Kind,
  reasons: readonly string[],
  products: readonly { id: string; title: Record<'de' | 'en', string> }[],
  locale: 'de' | 'en',
): string {
  if (kind === 'orders')
    return reasons.map((id) => products.find((one) => one.id === id)?.title[locale] ?? id).join()
  if (kind === 'reviews')
    return reasons.map((one) => reviewTexts[one as ReviewReason]?.[locale] ?? one).join(' ')
  const [job = '', ...errors] = reasons
  return [wordOf(jobNames, job, locale), ...errors].join(': ')
}

/** Which they are, one by one. */
function Items({ found, number, kind }: { found: Selection; number: number; kind: Kind }) {
  const { locale } = usePage()
  const { mandant = '', stapel = '' } = useParams()
  const t = useTexts('consoleSelections')
  const pages = Math.ceil(found.count / itemsPerPage)
  return (
    <RecordPart title={t(`items.${kind}`)}>
      <ul className="record-rows">
        {found.items.map(({ id, name, orderNumber, cents }) => (
          <li key={id}>
            <span className="min-w-0 font-semibold wrap-anywhere">
              <Item kind={kind} id={id} name={kind === 'reviews' ? (name ?? t('erased')) : null} />
            </span>
            {kind === 'jobs' ? null : (
              <span className="text-muted tabular-nums">
                {[
                  orderNumber && t('item.orders', { number: orderNumber }),
                  formatCents(cents, locale),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Pages
        number={number}
        count={pages}
        to={(page) => ({
          page: 'ConsoleSelection',
          values: { mandant, stapel, ...(page > 1 ? { seite: String(page) } : {}) },
        })}
        words={{ label: t('pages'), before: t('before'), after: t('after') }}
        here={t('here', { page: formatCount(number, locale), pages: formatCount(pages, locale) })}
      />
    </RecordPart>
  )
}

/** An item, with the way to it. */
function Item({ kind, id, name = null }: { kind: Kind; id: string; name?: string | null }) {
  const t = useTexts('consoleSelections')
  const { mandant = '' } = useParams()
  if (kind === 'jobs') return t('item.jobs', { number: id.slice(-6) })
  return kind === 'orders' ? (
    <TextLink page="ConsoleOrders" values={{ mandant, auftrag: id }} inText>
      {t('item.orders', { number: id })}
    </TextLink>
  ) : (
    <TextLink page="ConsoleReviews" values={{ mandant, fall: id }} inText>
      {name ?? t('item.reviews', { number: id.slice(-6) })}
    </TextLink>
  )
}

/** "812 von 2.000, 3 übersprungen". */
function Progress({ found }: { found: Selection }) {
  const { locale } = usePage()
  const t = useTexts('consoleSelections')
  const { state, count, done, skipped, startedBy, startedAt, endedAt, stoppedBy } = found
  if (state === 'preview' || state === 'proposed') return null
  const said = t('progress', {
    done: formatCount(done + skipped, locale),
    count: formatCount(count, locale),
    skipped: formatCount(skipped, locale),
  })
  return (
    <div className="grid gap-2">
      <p>
        <strong>{t(`state.${state}`)}</strong>{' '}
        {startedBy && startedAt
          ? t('started', { by: startedBy, day: formatDateTime(startedAt, locale) })
          : null}
      </p>
      {stoppedBy && endedAt ? (
        <p>
          {t('stoppedBy', { by: stoppedBy, day: formatDateTime(endedAt, locale) })}{' '}
          {found.stopReason}
        </p>
      ) : null}
      <progress className="w-full" max={count} value={done + skipped} aria-label={t('howFar')} />
      <output className="tabular-nums">{said}</output>
    </div>
  )
}
