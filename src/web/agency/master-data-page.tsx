import { ImageOff } from 'lucide-react'
import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { abilitiesOf } from '../../domain/abilities.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'
import { AgencyDataForm, saveAgencyData } from './agency-data-form.tsx'
import { AgencyFrame } from './agency-frame.tsx'
import { FileField, fileIn, toBase64 } from '../ui/form/file-field.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  return callApi(pageOf(context), 'showAgency', {})
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const refusal =
    intent === 'data' ? await saveAgencyData(page, form) : await saveLogo(page, form, intent)
  return refusal ?? redirect(href(page.tenant, page.locale, 'AgencyMasterData', { saved: intent }))
}

async function saveLogo(page: PageContext, form: FormData, intent: string) {
  const file = fileIn(form, 'logo')
  if (intent === 'logo' && !file) return invalid(form, { logo: { rule: 'rule.required' } })
  try {
    const picture = intent === 'logo' && file ? await toBase64(file) : null
    await callApi(page, 'saveAgencyLogo', { body: { picture } })
    return null
  } catch (error) {
    return refused(form, error, { picture: 'logo' })
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.masterData'), robots: 'noindex' }
}

export function Component() {
  const known = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  const mayChange = abilitiesOf(agencyUser?.role ?? null).can('update', 'master-data')
  const [search] = useSearchParams()
  const saved = search.get('saved')
  const ofLogo = answer?.values.intent === 'logo' || answer?.values.intent === 'no-logo'
  return (
    <AgencyFrame
      title={t('nav.masterData')}
      intro={t(mayChange ? 'masterData.intro' : 'masterData.readOnly')}
    >
      {saved && !answer ? (
        <Notice
          tone="success"
          live
          title={t(
            saved === 'data'
              ? 'masterData.saved'
              : saved === 'logo'
                ? 'masterData.logoSaved'
                : 'masterData.logoRemoved',
          )}
        />
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Card>
          <dl className="mb-6 grid gap-x-6 gap-y-3 rounded-field bg-tint px-4 py-3.5 md:grid-cols-2">
            <Fact name={t('field.agencyNumber')} value={known.number} />
            <Fact name={t('masterData.state')} value={t(`state.${known.state}`)} />
          </dl>
          {mayChange ? (
            <AgencyDataForm
              id="agency-data"
              known={known}
              answer={ofLogo ? undefined : answer}
              submit={t('masterData.submit')}
            />
          ) : (
            <dl className="grid gap-x-6 gap-y-4 md:grid-cols-2">
              <Fact name={t('field.agencyName')} value={known.name} />
              <Fact name={t('field.agencyEmail')} value={known.email} />
              <Fact name={t('field.phone')} value={known.phone} />
              <Fact
                name={t('field.address')}
                value={[
                  `${known.street} ${known.houseNumber}`.trim(),
                  `${known.zip} ${known.city}`.trim(),
                ]
                  .filter((line) => line !== '')
                  .join(', ')}
              />
              <Fact name={t('field.vatId')} value={known.vatId} />
            </dl>
          )}
        </Card>
        <Logo answer={ofLogo ? answer : undefined} mayChange={mayChange} />
      </div>
    </AgencyFrame>
  )
}

function Logo({ answer, mayChange }: { answer: FormAnswer | undefined; mayChange: boolean }) {
  const { hasLogo, name } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('agency')
  return (
    <Card>
      <h2 className="text-xl font-bold">{t('logo.title')}</h2>
      <div className="my-4 grid min-h-32 place-items-center rounded-field border border-hairline bg-background p-4">
        {hasLogo ? (
          <img
            src={`/api/v1/${tenant.code}/agentur-konto/logo`}
            alt={t('logo.alt', { name })}
            className="max-h-28 max-w-full object-contain"
          />
        ) : (
          <p className="flex flex-col items-center gap-2 text-base text-muted">
            <ImageOff aria-hidden="true" className="size-8" />
            {t('logo.none')}
          </p>
        )}
      </div>
      {mayChange ? (
        <PageForm
          id="agency-logo"
          rules={{}}
          labels={{ logo: t('logo.file') }}
          answer={answer}
          draft={false}
          files
        >
          <input type="hidden" name="intent" value="logo" />
          <FileField name="logo" accept="image/png,image/jpeg,image/webp" hint={t('logo.hint')} />
          <SubmitButton kind="secondary">{t('logo.submit')}</SubmitButton>
        </PageForm>
      ) : null}
      {mayChange && hasLogo ? (
        <div className="mt-3">
          <PageForm id="agency-no-logo" rules={{}} labels={{}} answer={undefined} draft={false}>
            <input type="hidden" name="intent" value="no-logo" />
            <SubmitButton kind="quiet">{t('logo.remove')}</SubmitButton>
          </PageForm>
        </div>
      ) : null}
    </Card>
  )
}
