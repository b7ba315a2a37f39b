import {
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { keepCodes } from '../../domain/keep-together.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { RichText } from '../ui/rich-text.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Words } from '../ui/keep-together.tsx'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { accepted, checkForm, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { isOpening, openLink } from './open-link.tsx'
import { openOwn, referralIn, type Opened, type Own } from './open-own.ts'
import { OwnProblem } from './own-problem.tsx'

const rules = { terms: [accepted] }

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  openOwn(pageOf(context), request)

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (isOpening(form)) return openLink(page, 'recipient', request, 'RecipientTOSConsent')
  const query = referralIn(request)
  try {
    if (textOf(form, 'intent') === 'advertising') {
      await callApi(page, 'withdrawAdvertising', { query })
      return redirect(here(page, query, 'advertising'))
    }
    const errors = checkForm(form, rules)
    if (Object.keys(errors).length > 0) return invalid(form, errors)
    // The accepted text is stored with the consent, as proof.
    const { text } = await callApi(page, 'showPage', { params: { name: 'terms' } })
    await callApi(page, 'consentRecipient', { query, body: { terms: text } })
    return redirect(here(page, query, 'terms'))
  } catch (error) {
    return refused(form, error)
  }
}

const here = (page: PageContext, query: { referral?: string }, saved: string) =>
  href(page.tenant, page.locale, 'RecipientTOSConsent', { empfehlung: query.referral, saved })

export function meta({ texts }: MetaArgs<() => Opened>): Meta {
  return { title: texts('own')('consent.title'), robots: 'noindex' }
}

export function Component() {
  const { own, missing } = useLoaderData<Opened>()
  if (!own) return <OwnProblem kind={missing} />
  return own.owner ? <Consents own={own} /> : <OwnProblem kind="owner" />
}

function Consents({ own }: { own: Own }) {
  const [search] = useSearchParams()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('own')
  const saved = search.get('saved')
  const answerTo = (intent: string) => (answer?.values.intent === intent ? answer : undefined)
  return (
    <PageColumn>
      <div>
        <h1 className="page-title">{t('consent.title')}</h1>
        <p className="mt-3 text-lg">{t('consent.intro', { product: own.productTitle })}</p>
      </div>
      {saved === 'terms' ? <Notice tone="success" title={t('consent.savedTerms')} live /> : null}
      {saved === 'advertising' ? (
        <Notice tone="success" title={t('consent.savedAdvertising')} live />
      ) : null}
      <Terms own={own} answer={answerTo('terms')} />
      <Advertising own={own} answer={answerTo('advertising')} />
      <p>
        <PageLink
          page="RecipientArea"
          values={{ empfehlung: search.get('empfehlung') ?? undefined }}
          className={`${buttonClass('secondary')} w-full md:w-auto`}
        >
          {t('consent.back')}
        </PageLink>
      </p>
    </PageColumn>
  )
}

/** The accepted terms, to be accepted anew if the text has changed. */
function Terms({ own, answer }: { own: Own; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('own')
  const given = own.consents.filter(({ kind }) => kind === 'terms')
  return (
    <Card>
      <h2 className="text-xl font-bold">{t('consent.terms')}</h2>
      {given.length === 0 ? <p className="mt-2">{t('consent.none')}</p> : null}
      <ul className="mt-3 flex flex-col gap-2">
        {given.map(({ at, version }) => (
          <li key={at}>
            {t(version === 'as-sent' ? 'consent.givenAsSent' : 'consent.given', {
              date: formatDate(localDayOf(at), locale),
              version: keepCodes(version),
            })}
          </li>
        ))}
      </ul>
      {own.termsAgreed ? (
        <p className="mt-3">
          <RichText
            area="own"
            text="consent.current"
            values={{ version: keepCodes(own.termsVersion) }}
            parts={{
              terms: <TextLink page="TOS" target="_blank" inText />,
              privacy: <TextLink page="Privacy" target="_blank" inText />,
            }}
          />
        </p>
      ) : (
        <div className="mt-5">
          <PageForm
            id="own-terms"
            rules={rules}
            labels={{ terms: t('consent.terms') }}
            answer={answer}
            draft={false}
          >
            <input type="hidden" name="intent" value="terms" />
            <Notice>{t('consent.changed', { version: keepCodes(own.termsVersion) })}</Notice>
            <CheckboxField name="terms">
              <RichText
                area="own"
                text="consent.checkbox"
                parts={{
                  terms: <TextLink page="TOS" target="_blank" inText />,
                  privacy: <TextLink page="Privacy" target="_blank" inText />,
                }}
              />
            </CheckboxField>
            <div>
              <SubmitButton>{t('consent.agree')}</SubmitButton>
            </div>
          </PageForm>
        </div>
      )}
    </Card>
  )
}

function Advertising({ own, answer }: { own: Own; answer: FormAnswer | undefined }) {
  const { tenant, locale } = usePage()
  const t = useTexts('own')
  const last = own.consents.find(({ kind }) => kind === 'advertising')
  const date = last ? formatDate(localDayOf(last.at), locale) : ''
  return (
    <Card>
      <h2 className="text-xl font-bold">
        <Words text={t('advertising.title')} />
      </h2>
      {own.advertising ? (
        <>
          <p className="mt-2">
            {last
              ? t('advertising.given', { name: tenant.name, date })
              : t('advertising.on', { name: tenant.name })}
          </p>
          <div className="mt-5">
            <PageForm id="own-advertising" rules={{}} labels={{}} answer={answer} draft={false}>
              <input type="hidden" name="intent" value="advertising" />
              <div>
                <SubmitButton kind="secondary">{t('advertising.withdraw')}</SubmitButton>
              </div>
            </PageForm>
          </div>
        </>
      ) : (
        <p className="mt-2">
          {last && !last.given ? t('advertising.withdrawn', { date }) : t('advertising.off')}
        </p>
      )}
    </Card>
  )
}
