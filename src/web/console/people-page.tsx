import { useActionData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
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

export type Found = { term: string; hits: Hit[] }

/** The term is posted: names do not belong in addresses. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const form = await request.formData()
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const term = textOf(form, 'suche')
  const tenant = params['mandant'] ?? ''
  try {
    const { hits } = await callApi(pageOf(context), 'searchEverything', { tenant, body: { term } })
    return { term, hits }
  } catch (error) {
    return refused(form, error)
  }
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('console')('nav.people'), robots: 'noindex' }
}

export function Component() {
  const answer = useActionData<FormAnswer | Found>()
  const t = useTexts('console')
  const [search] = useSearchParams()
  const kept = Number(search.get('kept') ?? 0)
  const found = answer && 'hits' in answer ? answer : null
  return (
    <ConsoleFrame title={t('nav.people')} intro={t('search.intro')}>
      {search.get('done') === 'erase' && !answer ? (
        <Notice tone="success" live title={t('search.erased')}>
          {kept > 0 ? <p>{t('search.erasedKept', { count: kept })}</p> : null}
        </Notice>
      ) : null}
      <PageForm
        id="search"
        rules={rules}
        labels={{ suche: t('search.label') }}
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
          <SubmitButton>{t('search.button')}</SubmitButton>
        </div>
      </PageForm>
      {found ? <Hits {...found} /> : null}
    </ConsoleFrame>
  )
}

function Hits({ term, hits }: Found) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('console')
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
          <h2 className="record-h2">{t(`search.kind.${kind}`)}</h2>
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
