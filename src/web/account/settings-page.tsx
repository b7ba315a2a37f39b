import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { Locale } from '../../domain/tenant.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { RadioCards } from '../ui/form/radio-cards.tsx'
import { bankDataIn } from '../ui/iban/watch-iban.ts'
import { checkForm, chosen, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSaidOnce } from '../ui/use-said-once.ts'
import { BankSection, bankRules } from './bank-section.tsx'
import { CustomerNumberSection } from './customer-number-section.tsx'
import { DeleteAccount, deleteAccount } from './delete-account.tsx'
import { LeavingSection } from './leaving-section.tsx'
import { NewsletterSection } from './newsletter-section.tsx'
import { StepMailsSection } from './step-mails-section.tsx'
import { OwnPerson, askForEmail, saveName } from './own-person.tsx'
import { useOwnWords } from '../access/own-words.ts'
import { PageColumn } from '../ui/page-column.tsx'

/** Sections that need more proof than a mailed-link session. */
const aboutMoney = new Set(['bank', 'delete-bank'])
const askFirst = (page: PageContext, edit: string | null) =>
  href(page.tenant, page.locale, 'PasswordRequest', {
    redirect: href(page.tenant, page.locale, 'Settings', edit === null ? {} : { edit }),
  })

const languageRules = { language: [chosen] }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const edit = new URL(request.url).searchParams.get('edit')
  if (page.user?.moneyAsks && aboutMoney.has(edit ?? '')) throw redirect(askFirst(page, edit))
  const leaving = edit === 'delete-account'
  const [user, bank, notifications, end] = await Promise.all([
    callApi(page, 'showUser', {}),
    callApi(page, 'showBankData', {}),
    callApi(page, 'showNotifications', {}),
    leaving && !page.user?.supportAccess ? callApi(page, 'showAccountEnd', {}) : null,
  ])
  const { firstName, lastName, email, language, newsletterOptedIn, newsletterMailSentAt } = user
  const newsletter = { newsletterOptedIn, newsletterMailSentAt, email }
  return {
    firstName,
    lastName,
    email,
    language,
    newsletter,
    bank,
    stepMails: notifications.steps,
    end,
  }
}

const intents = {
  bank: saveBank,
  'delete-bank': deleteBank,
  name: saveName,
  email: askForEmail,
  language: saveLanguage,
  'newsletter-in': joinNewsletter,
  'newsletter-out': leaveNewsletter,
  'step-mails': saveStepMails,
  'delete-account': deleteAccount,
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const { user } = page
  const asksFirst = aboutMoney.has(intent) || (intent === 'email' && user?.moneyAsks === 'mail')
  if (user?.moneyAsks && asksFirst) return redirect(askFirst(page, intent))
  const act = intents[intent as keyof typeof intents] ?? saveLanguage
  try {
    return await act(page, form)
  } catch (error) {
    return refused(form, error, { waive: 'waive', bic: 'bic' })
  }
}

async function saveBank(page: PageContext, form: FormData) {
  const errors = checkForm(form, bankRules(page.tenant.germanIbansOnly))
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  await callApi(page, 'saveBankData', { body: bankDataIn(form) })
  return redirect(settings(page, 'bank'))
}

async function deleteBank(page: PageContext) {
  await callApi(page, 'deleteBankData', {})
  return redirect(settings(page, 'bank-deleted'))
}

async function saveLanguage(page: PageContext, form: FormData) {
  const errors = checkForm(form, languageRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const language: Locale = textOf(form, 'language') === 'en' ? 'en' : 'de'
  await callApi(page, 'updateLanguage', { body: { language } })
  page.keepLanguage(language)
  return redirect(settings({ ...page, locale: language }, 'language'))
}

async function joinNewsletter(page: PageContext) {
  const { optedInBefore } = await callApi(page, 'setNewsletterOptin', {})
  return redirect(settings(page, optedInBefore ? 'newsletter-already' : 'newsletter-mail'))
}

async function leaveNewsletter(page: PageContext) {
  await callApi(page, 'withdrawNewsletterOptin', {})
  return redirect(settings(page, 'newsletter-out'))
}

async function saveStepMails(page: PageContext, form: FormData) {
  const steps = textOf(form, 'steps') === 'yes'
  await callApi(page, 'saveNotifications', { body: { steps } })
  return redirect(settings(page, steps ? 'steps-on' : 'steps-off'))
}

const settings = (page: PageContext, saved: string) =>
  href(page.tenant, page.locale, 'Settings', { saved })

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const title = loaded?.end ? texts('mydata')('delete.title') : texts('account')('settings.title')
  return { title, robots: 'noindex' }
}

export function Component() {
  const { bank, end, newsletter, stepMails, firstName, lastName, email } =
    useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const answer = useActionData<FormAnswer>()
  const { tenant } = usePage()
  const t = useTexts('account')
  const answerTo = (intent: string) => (answer?.values.intent === intent ? answer : undefined)
  const newsletterAnswer = useOwnWords(answerTo('newsletter-in'), {
    [errorCodes.tooManyRequests]: useTexts('mydata')('newsletter.limit'),
  })
  const steps = <StepMailsSection wanted={stepMails} answer={answerTo('step-mails')} />
  // A user coming from such a mail wants only this.
  const stepsFirst = search.get('edit') === 'mails'
  if (end) return <DeleteAccount end={end} answer={answerTo('delete-account')} />
  return (
    <PageColumn>
      <h1 className="page-title">{t('settings.title')}</h1>
      <Saved />
      {stepsFirst ? steps : null}
      <OwnPerson
        person={{ firstName, lastName, email }}
        nameAnswer={answerTo('name')}
        emailAnswer={answerTo('email')}
      />
      {tenant.storesBankData || bank ? (
        <BankSection
          bank={bank}
          saveAnswer={answerTo('bank')}
          deleteAnswer={answerTo('delete-bank')}
        />
      ) : null}
      {tenant.customerNumbers ? <CustomerNumberSection /> : null}
      <Access />
      <Language answer={answerTo('language')} />
      {stepsFirst ? null : steps}
      <NewsletterSection
        fields={newsletter}
        inAnswer={newsletterAnswer}
        outAnswer={answerTo('newsletter-out')}
      />
      <LeavingSection />
    </PageColumn>
  )
}

function Saved() {
  const [search] = useSearchParams()
  useSaidOnce('saved')
  const t = useTexts('account')
  const tm = useTexts('mydata')
  const texts: Record<string, string> = {
    password: t('change.done'),
    'first-password': t('settings.passwordSaved'),
    bank: t('settings.bankSaved'),
    'bank-deleted': t('settings.bankDeleted'),
    name: t('settings.nameSaved'),
    email: t('settings.emailAsked'),
    language: t('settings.languageSaved'),
    'newsletter-mail': tm('newsletter.savedMail'),
    'newsletter-already': tm('newsletter.savedAlready'),
    'newsletter-out': tm('newsletter.savedOut'),
    'steps-on': tm('steps.savedOn'),
    'steps-off': tm('steps.savedOff'),
  }
  const saved = search.get('saved') ?? ''
  useClearDraft('bank', saved === 'bank')
  const text = texts[saved]
  return text ? <Notice tone="success" title={text} live /> : null
}

function Language({ answer }: { answer: FormAnswer | undefined }) {
  const { language } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('account')
  if (tenant.locales.length < 2) return null
  const names = { de: 'Deutsch', en: 'English' }
  return (
    <Card>
      <h2 className="mb-4 text-xl font-bold">{t('settings.language')}</h2>
      {/* As a document: a page holds one language only. */}
      <PageForm
        id="language"
        rules={languageRules}
        labels={{ language: t('settings.languageLabel') }}
        answer={answer}
        asDocument
        draft={false}
      >
        <input type="hidden" name="intent" value="language" />
        <RadioCards
          name="language"
          columns={2}
          defaultValue={language}
          cards={tenant.locales.map((code) => ({ value: code, title: names[code] }))}
        />
        <SubmitButton kind="secondary">{t('settings.languageSubmit')}</SubmitButton>
      </PageForm>
    </Card>
  )
}

/** Where the provider logs in there is no password here. */
function Access() {
  const { tenant, user } = usePage()
  const t = useTexts('account')
  const pageHref = usePageHref()
  const first = user?.moneyAsks === 'new-password' || user?.moneyAsks === 'mail'
  const link = `${buttonClass('secondary')} w-full md:w-auto`
  return (
    <Card>
      <h2 className="text-xl font-bold">{t('settings.access')}</h2>
      <p className="mt-4 flex flex-wrap gap-3">
        {tenant.autoLogin ? null : (
          <PageLink
            page={first ? 'PasswordRequest' : 'ChangePassword'}
            values={first ? { redirect: pageHref('Settings', { saved: 'first-password' }) } : {}}
            className={link}
          >
            {t(first ? 'settings.passwordNew' : 'settings.passwordLink')}
          </PageLink>
        )}
        <PageLink page="Sessions" className={link}>
          {t('settings.sessions')}
        </PageLink>
      </p>
    </Card>
  )
}
