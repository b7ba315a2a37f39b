import { redirect, useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { hitKinds } from '../../contract/betrieb-suche.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, maxLength, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { byKind, hitFacts, hitTarget, type Hit } from './search-hits.tsx'

const rules = { suche: [required, maxLength(254)] }

export type Found = AnswerOf<Endpoints['searchEverything']>
type Kind = Hit['kind']

/** The hits of an address, which carries the term sealed: Back and reload keep it, and no name is in a history. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams
  const sealed = search.get('treffer')
  const all = hitKinds.find((kind) => kind === search.get('art')) ?? null
  if (!sealed) return { found: null, all }
  const tenant = params['mandant'] ?? ''
  const body = { sealed, ...(all ? { all } : {}) }
  const found = await callApi(pageOf(context), 'searchEverything', { tenant, body })
  return { found: found.term === '' ? null : found, all }
}

/** The term is posted: names do not belong in addresses. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const form = await request.formData()
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const term = textOf(form, 'suche')
  const tenant = params['mandant'] ?? ''
  const page = pageOf(context)
  try {
    const found = await callApi(page, 'searchEverything', { tenant, body: { term } })
    // While typing, the hits stay in the palette.
    if (form.has('palette') || found.sealed === '') return found
    return redirect(
      href(page.tenant, page.locale, 'ConsolePeople', { mandant: tenant, treffer: found.sealed }),
    )
  } catch (error) {
    return refused(form, error)
  }
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('console')('nav.people'), robots: 'noindex' }
}

export function Component() {
  const answer = useActionData<FormAnswer | Found>()
  const loaded = useLoaderData<typeof loader>()
  const [t, own] = [useTexts('console'), useTexts('consolePeople')]
  const [search] = useSearchParams()
  const kept = Number(search.get('kept') ?? 0)
  const found = answer && 'hits' in answer ? answer : answer ? null : loaded.found
  return (
    <ConsoleFrame title={t('nav.people')} intro={own('search.intro')}>
      {search.get('done') === 'erase' && !answer ? (
        <Notice tone="success" live title={own(kept > 0 ? 'search.erasedLater' : 'search.erased')}>
          {kept > 0 ? <p>{own('search.erasedKept', { count: kept })}</p> : null}
        </Notice>
      ) : null}
      <PageForm
        id="search"
        rules={rules}
        labels={{ suche: t('search.label') }}
        key={found?.sealed ?? ''}
        answer={found ? undefined : (answer as FormAnswer | undefined)}
        draft={false}
        isShort
      >
        <div className="person-search">
          <TextField
            name="suche"
            type="search"
            autoComplete="off"
            spellCheck={false}
            defaultValue={found?.term ?? ''}
            hint={t('search.hint')}
          />
          <SubmitButton>{own('search.button')}</SubmitButton>
        </div>
      </PageForm>
      {found ? <Hits {...found} all={loaded.all} /> : null}
    </ConsoleFrame>
  )
}

function Hits({ term, sealed, hits, more, all }: Found & { all: Kind | null }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const [t, own] = [useTexts('console'), useTexts('consolePeople')]
  if (hits.length === 0)
    return (
      <Notice tone="info" live title={t('search.none', { term })}>
        <p>{t('search.noneText')}</p>
      </Notice>
    )
  return (
    <>
      <output className="sr-only">{t('search.found', { count: hits.length })}</output>
      {byKind(hits).map(([kind, ofKind]) => (
        <section key={kind} className="hits" aria-label={t(`search.kind.${kind}`)}>
          <h2 className="record-h2">
            {all
              ? own(more.includes(kind) ? 'search.mostOf' : 'search.allOf', {
                  kind: t(`search.kind.${kind}`),
                  count: ofKind.length,
                })
              : t(`search.kind.${kind}`)}
          </h2>
          <ul className="record-rows">
            {ofKind.map((hit) => (
              <li key={hit.id}>
                <span className="min-w-0 wrap-anywhere">
                  <HitTitle hit={hit} mandant={mandant} />
                </span>
                <span className="min-w-0 wrap-anywhere text-muted">{hitFacts(hit, locale)}</span>
              </li>
            ))}
          </ul>
          {!all && more.includes(kind) ? (
            <p className="mt-2">
              <TextLink page="ConsolePeople" values={{ mandant, treffer: sealed, art: kind }}>
                {t('search.all', { kind: t(`search.kind.${kind}`) })}
              </TextLink>
            </p>
          ) : null}
        </section>
      ))}
    </>
  )
}

function HitTitle({ hit, mandant }: { hit: Hit; mandant: string }) {
  const target = hitTarget(hit, mandant)
  return target ? (
    <TextLink {...target} inText>
      {hit.title}
    </TextLink>
  ) : (
    hit.title
  )
}
