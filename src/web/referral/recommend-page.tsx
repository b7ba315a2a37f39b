import {
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { channelIn, readCampaign } from '../../domain/campaign.ts'
import { callApi } from '../api.ts'
import { CaptchaStep } from '../captcha-step.tsx'
import { challengeOf, refusedOrCaptcha } from '../captcha.ts'
import { invalid, type FormAnswer } from '../form-answer.ts'
import { carryAlong, href } from '../href.ts'
import { pageOf, usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { RichText } from '../rich-text.tsx'
import { useTexts } from '../texts.ts'
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
import { ProductSummary } from './product-summary.tsx'
import { ShareChoiceCards } from './share-choice-cards.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const product = await callApi(pageOf(context), 'showProduct', {
    params: { id: params.produktId ?? '' },
  })
  const { id, title, description, rewardCents, recipientCapCents, picture, previewPicture } =
    product
  return {
    product: { id, title, description, rewardCents, recipientCapCents, picture, previewPicture },
    key: crypto.randomUUID(),
  }
}

function rulesFor({ tenant, user }: Pick<ReturnType<typeof usePage>, 'tenant' | 'user'>): Rules {
  const person: Rules = {
    firstName: [required, personName],
    lastName: [required, personName],
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
  const channel = channelIn(readCampaign(search))
  const captcha = textOf(form, 'captcha')
  try {
    const created = await callApi(page, 'createReferral', {
      query: captcha ? { captcha } : {},
      idempotencyKey: textOf(form, '_key'),
      body: {
        referral: {
          productId: params.produktId ?? '',
          share: Number(textOf(form, 'share') || page.tenant.defaultShare),
          isLink: true,
          ...(channel ? { channel } : {}),
        },
        referrer: {
          firstName: page.user?.firstName ?? textOf(form, 'firstName'),
          lastName: page.user?.lastName ?? textOf(form, 'lastName'),
          email: page.user?.email ?? textOf(form, 'email'),
          newsletter: textOf(form, 'newsletter') !== '',
          termsAgreed: page.tenant.termsByButton || textOf(form, 'terms') !== '',
        },
      },
    })
    if (!('number' in created)) throw new Error('a referral without a number')
    const values = { empfehlungsnummer: created.number, neu: 1 }
    return redirect(
      carryAlong(href(page.tenant, page.locale, 'ShareRecommendation', values), search),
    )
  } catch (error) {
    return refusedOrCaptcha(page, form, error, {
      'referrer.firstName': 'firstName',
      'referrer.lastName': 'lastName',
      'referrer.email': 'email',
      'referrer.termsAgreed': 'terms',
      'referral.share': 'share',
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
      <div className="mt-5 grid items-start gap-6 md:mt-8 lg:grid-cols-[1fr_20rem] lg:gap-10">
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
  const { product, key } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const page = usePage()
  const t = useTexts('referral')
  const { tenant, user } = page
  const challenge = challengeOf(answer)
  return (
    <PageForm
      id="recommend"
      rules={rulesFor(page)}
      labels={{
        share: t('share.legend'),
        firstName: t('firstName'),
        lastName: t('lastName'),
        email: t('email'),
        terms: t('terms.label'),
      }}
      answer={answer}
      idempotencyKey={key}
    >
      <ShareChoiceCards product={product} />
      {user ? (
        <p>
          {t('recommend.as', { name: `${user.firstName} ${user.lastName}`, email: user.email })}
        </p>
      ) : (
        <PersonFields />
      )}
      {tenant.termsByButton ? null : (
        <CheckboxField name="terms">
          <TermsSentence
            text={tenant.asksAge && !tenant.companyReferral ? 'terms.age' : 'terms.plain'}
          />
        </CheckboxField>
      )}
      {tenant.newsletter && !user ? (
        <CheckboxField name="newsletter">{t('newsletter', { name: tenant.name })}</CheckboxField>
      ) : null}
      {challenge ? <CaptchaStep challenge={challenge} /> : null}
      {tenant.termsByButton ? (
        <p className="text-base">
          <TermsSentence
            text={tenant.asksAge && !tenant.companyReferral ? 'terms.buttonAge' : 'terms.button'}
          />
        </p>
      ) : null}
      <div>
        <SubmitButton>{t('recommend.button')}</SubmitButton>
        <p className="mt-3 text-base text-muted">{t('recommend.next')}</p>
      </div>
    </PageForm>
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
      <TextField name="lastName" autoComplete="family-name" autoCapitalize="words" />
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
            parts={{ login: <PageLink page="Login" className="text-link underline" /> }}
          />
        </p>
      )}
    </div>
  )
}

function TermsSentence({
  text,
}: {
  text: 'terms.age' | 'terms.plain' | 'terms.button' | 'terms.buttonAge'
}) {
  // In a new tab, so that nothing typed is left behind.
  const link = { target: '_blank', className: 'text-link underline' }
  const t = useTexts('referral')
  return (
    <RichText
      area="referral"
      text={text}
      values={{ button: t('recommend.button') }}
      parts={{
        terms: <PageLink page="TOS" {...link} />,
        privacy: <PageLink page="Privacy" {...link} />,
      }}
    />
  )
}
