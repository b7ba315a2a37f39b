import { redirect, useActionData, useSearchParams, type ActionFunctionArgs } from 'react-router'
import type { OptionalCategory } from '../../domain/cookie-consent.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { carryAlong, href, ownAddress } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { RichText } from '../ui/rich-text.tsx'
import { cookiesSaved, saveCookieChoice } from './save-cookie-choice.ts'
import { useTexts } from '../runtime/texts.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CheckboxLine } from '../ui/form/checkbox-line.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import { StoredThings } from './stored-things.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** The banner of every page posts here too, with the page to return to. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const { search, searchParams } = new URL(request.url)
  const remember = textOf(form, 'remember') !== ''
  try {
    await saveCookieChoice(page, givenIn(form, page.tenant.cookieCategories), remember, search)
  } catch (error) {
    return refused(form, error)
  }
  const back = ownAddress(page, textOf(form, 'back') || searchParams.get('back'))
  if (back) return redirect(withWord(back))
  const here = carryAlong(href(page.tenant, page.locale, 'CookieSettings', { saved: 1 }), search)
  return redirect(here)
}

/** The page to return to, which says that it was saved (layout/cookie-banner.tsx). */
function withWord(back: string): string {
  const [address = '', ...anchor] = back.split('#')
  const told = `${address}${address.includes('?') ? '&' : '?'}${cookiesSaved}=1`
  return [told, ...anchor].join('#')
}

function givenIn(form: FormData, used: OptionalCategory[]): OptionalCategory[] {
  const choice = textOf(form, 'choice')
  if (choice === 'all') return used
  return choice === 'none' ? [] : used.filter((category) => textOf(form, category) !== '')
}

export function meta({ page, texts }: MetaArgs): Meta {
  const t = texts('cookies')
  return { title: t('title'), description: t('description', { name: page.tenant.name }) }
}

export function Component() {
  const { tenant, consent } = usePage()
  const [search] = useSearchParams()
  const t = useTexts('cookies')
  const isChoice = tenant.cookieCategories.length > 0
  return (
    <PageColumn>
      <div>
        <h1 className="page-title">{t('title')}</h1>
        <p className="mt-3 text-lg">{t(isChoice ? 'intro' : 'introRequired')}</p>
      </div>
      {search.get('saved') ? <Notice tone="success" title={t('saved')} live /> : null}
      {isChoice ? <Choice /> : null}
      <Required />
      <p>
        <RichText
          area="cookies"
          text="more"
          parts={{ privacy: <TextLink page="Privacy" inText /> }}
        />
      </p>
      {consent.id ? <p className="text-base text-muted">{t('proof', { id: consent.id })}</p> : null}
    </PageColumn>
  )
}

function Choice() {
  const { tenant, consent } = usePage()
  const answer = useActionData<FormAnswer>()
  const t = useTexts('cookies')
  return (
    <PageForm id="cookies" rules={{}} labels={{}} answer={answer} asDocument draft={false}>
      {tenant.cookieCategories.map((category) => (
        <Card key={category}>
          <h2 className="text-xl font-bold">{t(`${category}.title`)}</h2>
          <p className="mt-2">{t(`${category}.text`)}</p>
          <div className="mt-3">
            <CheckboxLine name={category} ticked={consent.choices[category] === 'given'}>
              {t(`${category}.allow`)}
            </CheckboxLine>
          </div>
        </Card>
      ))}
      <div>
        <CheckboxLine name="remember" ticked={consent.remembered}>
          {t('remember')}
        </CheckboxLine>
      </div>
      <div className="flex flex-col gap-3 md:flex-row md:flex-wrap">
        <SubmitButton>{t('save')}</SubmitButton>
        <Button type="submit" name="choice" value="all" kind="secondary">
          {t('all')}
        </Button>
        <Button type="submit" name="choice" value="none" kind="secondary">
          {t('none')}
        </Button>
      </div>
    </PageForm>
  )
}

function Required() {
  const t = useTexts('cookies')
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl font-bold">{t('required.title')}</h2>
        <p className="text-base text-muted">{t('required.always')}</p>
      </div>
      <p className="mt-2">{t('required.text')}</p>
      <StoredThings />
    </Card>
  )
}
