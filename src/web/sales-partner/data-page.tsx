import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { keepCodes } from '../../domain/keep-together.ts'
import { inArea } from '../access/in-area.ts'
import { callApi } from '../runtime/api.ts'
import { PlainText } from '../content/plain-text.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { formatDate } from '../ui/format-date.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, latinName, maxLength, required, textOf, type Rule } from '../ui/form/rules.ts'
import { bankDataIn } from '../ui/iban/watch-iban.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { AccountNotice, SpellingNotice } from './account-notice.tsx'
import {
  PersonFields,
  TaxFields,
  partnerDataIn,
  partnerLabels,
  partnerRules,
} from './partner-fields.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

const optional: Rule[] = []
const rules = { ...partnerRules, holder: [required, maxLength(70), latinName], iban: optional }

export async function loader({ context }: LoaderFunctionArgs) {
  return callApi(pageOf(context), 'showSalesPartner', {})
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (form.has('bankSpells')) return confirm(page, form)
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const iban = textOf(form, 'iban')
  try {
    await callApi(page, 'saveSalesPartner', {
      body: {
        ...partnerDataIn(form),
        ...(iban ? bankDataIn(form) : { holder: textOf(form, 'holder') }),
      },
    })
  } catch (error) {
    return refused(form, error)
  }
  return redirect(href(page.tenant, page.locale, 'SalesPartnerData', { saved: 1 }))
}

async function confirm(page: PageContext, form: FormData) {
  try {
    await callApi(page, 'confirmSalesPartnerHolder', {
      body: { bankSpells: textOf(form, 'bankSpells') },
    })
  } catch (error) {
    return refused(form, error)
  }
  return redirect(href(page.tenant, page.locale, 'SalesPartnerData', { saved: 1 }))
}

export const meta = inArea('salesPartner', ({ texts }: MetaArgs<typeof loader>): Meta => ({
  title: texts('salesPartner')('nav.data'),
  robots: 'noindex',
}))

export function Component() {
  const known = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  const [search] = useSearchParams()
  const isOfName = answer?.values['bankSpells'] !== undefined
  return (
    <SalesPartnerFrame title={t('nav.data')} intro={t('data.intro')}>
      {search.has('saved') && !answer ? (
        <Notice tone="success" live title={t('data.saved')} />
      ) : null}
      {known.bankSpells === null ? (
        <AccountNotice problem={known.accountProblem} onData />
      ) : (
        <SpellingNotice
          bankSpells={known.bankSpells}
          holder={known.holder}
          maskedIban={known.maskedIban}
          answer={isOfName ? answer : undefined}
        />
      )}
      <Card className="max-w-3xl">
        <dl className="mb-6 grid gap-x-6 gap-y-3 rounded-field bg-tint px-4 py-3.5 md:grid-cols-2">
          <Fact name={t('data.number')} value={known.number} />
          <Fact name={t('data.state')} value={t(`state.${known.state}`)} />
          <Fact name={t('data.email')} value={known.email} />
        </dl>
        <PageForm
          id="partner-data"
          rules={rules}
          labels={{
            ...partnerLabels(t),
            holder: t('field.holder'),
            iban: t('field.iban'),
            bic: t('field.bic'),
          }}
          answer={isOfName ? undefined : answer}
          draft={false}
        >
          <PersonFields known={known} />
          <TaxFields known={known} />
          <TextField name="holder" autoComplete="off" maxLength={70} defaultValue={known.holder} />
          <TextField
            name="iban"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={50}
            hint={t(known.accountProblem === null ? 'data.ibanNow' : 'data.ibanAgain', {
              iban: known.maskedIban,
            })}
          />
          <TextField
            name="bic"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={14}
            hint={t('iban.bicHint')}
          />
          <SubmitButton>{t('data.submit')}</SubmitButton>
        </PageForm>
      </Card>
      <details className="max-w-3xl rounded-field border border-hairline bg-surface">
        <summary className="min-h-11 px-4 py-2.5 font-semibold">{t('data.agreement')}</summary>
        <div className="prose-text border-t border-hairline px-4 py-3 [&_h2]:text-lg">
          <p>
            {t('data.agreed', {
              date: formatDate(known.agreedAt.slice(0, 10), locale),
              version: keepCodes(known.agreedVersion),
            })}
          </p>
          <PlainText text={known.agreement} />
        </div>
      </details>
    </SalesPartnerFrame>
  )
}
