import { data, redirect, useActionData, type ActionFunctionArgs } from 'react-router'
import { keepCodes } from '../../domain/keep-together.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, maxLength, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'

const rules = { code: [required, maxLength(40)] }

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const { number } = await callApi(page, 'findByCode', {
      params: { code: textOf(form, 'code') },
      query: { source: 'Code' },
    })
    const values = { empfehlungsnummer: number, channel: 'co' }
    return redirect(href(page.tenant, page.locale, 'RecipientData', values))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === errorCodes.referralExpired) {
      return redirect(href(page.tenant, page.locale, 'ExpiredRecommendation'))
    }
    const answer = refused(form, error)
    if (error.code !== errorCodes.notFound) return answer
    const unknown: FormAnswer = {
      ...answer.data,
      errors: { code: { rule: 'rule.code' } },
      message: null,
    }
    return data(unknown, { status: 404 })
  }
}

export function meta({ texts, page }: MetaArgs): Meta {
  const t = texts('recipient')
  return { title: t('code.title'), description: t('code.description', { name: page.tenant.name }) }
}

export function Component() {
  const answer = useActionData<FormAnswer>()
  const t = useTexts('recipient')
  return (
    <div className="container-page max-w-2xl py-8 md:py-12">
      <h1 className="page-title">{t('code.title')}</h1>
      <p className="mt-2 mb-6 text-lg">{t('code.text')}</p>
      <Card>
        <PageForm id="code" rules={rules} labels={{ code: t('code.label') }} answer={answer}>
          <TextField
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            hint={keepCodes(t('code.hint'))}
          />
          <SubmitButton>{t('code.button')}</SubmitButton>
        </PageForm>
      </Card>
    </div>
  )
}
