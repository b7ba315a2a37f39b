import {
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { readCampaign } from '../../domain/campaign.ts'
import { fullName } from '../../domain/person.ts'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { loadCampaigns } from '../catalogue/load-campaigns.ts'
import { CaptchaStep } from '../captcha/captcha-step.tsx'
import { challengeOf, refusedOrCaptcha } from '../captcha/captcha.ts'
import { invalid, type FormAnswer } from '../ui/form/form-answer.ts'
import { carryAlong, href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { RichText } from '../ui/rich-text.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import {
  accepted,
  checkForm,
  email,
  personName,
  required,
  textOf,
  type Rules,
} from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { AgentLine, type AgentData } from './agent-line.tsx'
import { CampaignConsents, campaignField } from './campaign-consents.tsx'
import { ProductSummary } from './product-summary.tsx'
import { ShareChoiceCards } from './share-choice-cards.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const agentId = chosenAgent(request)
  const [product, agent, campaigns] = await Promise.all([
    callApi(page, 'showProduct', {
      params: { id: params.produktId ?? '' },
      ...(agentId === '' ? {} : { query: { agentId } }),
    }),
    findAgent(page, agentId),
    loadCampaigns(page),
  ])
  const { id, title, description, rewardCents, further, recipientCapCents } = product
  const { picture, previewPicture } = product
  const shown = { id, title, description, rewardCents, further, recipientCapCents }
  return {
    product: { ...shown, picture, previewPicture },
    agent,
    agentGone: agent === null && agentId !== '',
    campaigns,
    key: crypto.randomUUID(),
  }
}

const chosenAgent = (request: Request) => new URL(request.url).searchParams.get('berater') ?? ''

/** The agent chosen to advise the contact; null if none, or no longer there. */
async function findAgent(page: ReturnType<typeof pageOf>, id: string): Promise<AgentData | null> {
  if (id === '' || !page.tenant.agentReferral) return null
  try {
    return await callApi(page, 'showAgent', { params: { id } })
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
}

function rulesFor({ tenant, user }: Pick<ReturnType<typeof usePage>, 'tenant' | 'user'>): Rules {
  const person: Rules = {
    firstName: [required, personName],
    email: [required, email],
  }
  return { ...(user ? {} : person), ...(tenant.termsByButton ? {} : { terms: [accepted] }) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const errors = checkForm(form, rulesFor(page))
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const { search } = new URL(request.url)
  // The pressed button comes after the value that the form remembers.
  const onPaper = page.tenant.offlineCode && form.getAll('way').at(-1) === 'paper'
  const captcha = textOf(form, 'captcha')
  const company = page.tenant.companyReferral ? textOf(form, 'company') : ''
  try {
    const created = await callApi(page, 'createReferral', {
      query: { ...readCampaign(search), ...(captcha ? { captcha } : {}) },
      idempotencyKey: textOf(form, '_key'),
      body: {
        referral: {
          productId: params.produktId ?? '',
          ...(textOf(form, 'share') ? { share: Number(textOf(form, 'share')) } : {}),
          isLink: !onPaper,
          ...(page.tenant.agentReferral && textOf(form, 'agent')
            ? { agentId: textOf(form, 'agent') }
            : {}),
          ...(onPaper ? { channel: 'of' } : {}),
        },
        referrer: {
          firstName: page.user?.firstName ?? textOf(form, 'firstName'),
          ...(page.user?.lastName ? { lastName: page.user.lastName } : {}),
          email: page.user?.email ?? textOf(form, 'email'),
          newsletter: textOf(form, 'newsletter') !== '',
          ...(company ? { company } : {}),
          termsAgreed: page.tenant.termsByButton || textOf(form, 'terms') !== '',
        },
        campaigns: [...form.keys()]
          .filter((name) => name.startsWith(campaignField('')))
          .map((name) => ({ id: name.slice(campaignField('').length), ticked: true })),
      },
    })
    if (!('number' in created)) throw new Error('a referral without a number')
    const { tenant, locale } = page
    const next = onPaper
      ? href(tenant, locale, 'Thanks', { empfehlung: created.number, neu: 1 })
      : href(tenant, locale, 'ShareRecommendation', { empfehlungsnummer: created.number, neu: 1 })
    return redirect(carryAlong(next, search))
  } catch (error) {
    return refusedOrCaptcha(page, form, error, {
      'referrer.firstName': 'firstName',
      'referrer.email': 'email',
      'referrer.termsAgreed': 'terms',
      'referrer.company': 'company',
      'referral.share': 'share',
      'referral.agentId': 'agent',
    })
  }
}

export function meta({ data, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('referral')
  const title = data?.product.title ?? ''
  return {
    title: t('recommend.title', { product: title }),
    ...(data
      ? { description: data.product.description, picture: data.product.previewPicture }
      : {}),
  }
}

export function Component() {
  const { product } = useLoaderData<typeof loader>()
  const t = useTexts('referral')
  return (
    <div className="container-page py-6 md:py-12">
      <h1 className="page-title">{t('recommend.title', { product: product.title })}</h1>
      <div className="mt-5 grid items-start gap-6 md:mt-6 lg:grid-cols-[1fr_20rem] lg:gap-10">
        <Card>
          <RecommendForm />
        </Card>
        <div className="-order-1 lg:sticky lg:top-6 lg:order-1">
          <ProductSummary product={product} />
        </div>
      </div>
    </div>
  )
}

function RecommendForm() {
  const { product, campaigns, key } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const page = usePage()
  const t = useTexts('referral')
  const { tenant, user } = page
  const words = wordsOf(page)
  const challenge = challengeOf(answer)
  return (
    <PageForm
      id="recommend"
      rules={rulesFor(page)}
      labels={{
        share: t('share.legend'),
        firstName: t('firstName'),
        email: t('email'),
        company: t('company'),
        terms: t('terms.label'),
        agent: t('agent.label'),
      }}
      answer={answer}
      idempotencyKey={key}
    >
      <AgentChoice />
      <ShareChoiceCards product={product} />
      {user ? (
        <p>{t('recommend.as', { name: fullName(user), email: user.email })}</p>
      ) : (
        <PersonFields />
      )}
      {tenant.companyReferral ? (
        <TextField
          name="company"
          autoComplete="organization"
          maxLength={120}
          hint={t('company.hint')}
        />
      ) : null}
      {tenant.termsByButton ? null : (
        <CheckboxField name="terms">
          <TermsSentence text={words.checkbox} />
        </CheckboxField>
      )}
      {tenant.newsletter && !user ? (
        <CheckboxField name="newsletter">
          {t('optional')} {t('newsletter', { name: tenant.name })}
        </CheckboxField>
      ) : null}
      <CampaignConsents campaigns={campaigns} />
      {challenge ? <CaptchaStep challenge={challenge} /> : null}
      {tenant.termsByButton ? (
        <p className="text-base">
          <TermsSentence text={words.button} />
        </p>
      ) : null}
      {/* A captcha resubmits without the pressed button. */}
      {answer?.values.way === 'paper' ? <input type="hidden" name="way" value="paper" /> : null}
      <div>
        <div className="flex flex-col gap-3 md:flex-row">
          <SubmitButton>{t('recommend.button')}</SubmitButton>
          {tenant.offlineCode ? (
            <Button type="submit" kind="secondary" name="way" value="paper">
              {t('paper.button')}
            </Button>
          ) : null}
        </div>
        <p className="mt-3 text-base text-muted">{t('recommend.next')}</p>
      </div>
    </PageForm>
  )
}

function AgentChoice() {
  const { product, agent, agentGone } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('referral')
  if (!tenant.agentReferral) return null
  const choose = (
    <TextLink page="AgentRecommendations" values={{ produktId: product.id }}>
      {agent ? t('agent.change') : t('agent.choose')}
    </TextLink>
  )
  if (agent) {
    return (
      <AgentLine agent={agent} label={t('agent.label')}>
        <input type="hidden" name="agent" value={agent.id} />
        {choose}
      </AgentLine>
    )
  }
  return (
    <div>
      <p>{agentGone ? t('agent.gone') : t('agent.chooseText')}</p>
      {choose}
    </div>
  )
}

function PersonFields() {
  const t = useTexts('referral')
  const { tenant } = usePage()
  return (
    <div className="flex flex-col gap-5">
      <TextField
        name="firstName"
        autoComplete="given-name"
        autoCapitalize="words"
        hint={t('firstName.hint')}
      />
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint={t('email.hint')}
      />
      {tenant.autoLogin ? null : (
        <p className="text-base">
          <RichText
            area="referral"
            text="recommend.login"
            parts={{ login: <TextLink page="Login" inText /> }}
          />
        </p>
      )}
    </div>
  )
}

const statements = {
  plain: { checkbox: 'terms.plain', button: 'terms.button' },
  age: { checkbox: 'terms.age', button: 'terms.buttonAge' },
  ageOrCompany: { checkbox: 'terms.ageOrCompany', button: 'terms.buttonAgeOrCompany' },
} as const
type Words = (typeof statements)[keyof typeof statements]

/** What a referrer agrees to and declares, by checkbox or button. */
function wordsOf({ tenant, user }: Pick<ReturnType<typeof usePage>, 'tenant' | 'user'>): Words {
  if (!(user ?? tenant).asksAge) return statements.plain
  return tenant.companyReferral ? statements.ageOrCompany : statements.age
}

function TermsSentence({ text }: { text: Words['checkbox'] | Words['button'] }) {
  // In a new tab, to keep what was typed.
  const t = useTexts('referral')
  return (
    <RichText
      area="referral"
      text={text}
      values={{ button: t('recommend.button') }}
      parts={{
        terms: <TextLink page="TOS" target="_blank" inText />,
        privacy: <TextLink page="Privacy" target="_blank" inText />,
      }}
    />
  )
}
