import { CircleCheck, Hourglass } from 'lucide-react'
import { data, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { mostAnswerLetters } from '../../domain/review-question.ts'
import { problemOf, tokenIn, type LinkProblem } from '../access/password-link.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { invalid, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, maxLength, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { formatDate } from '../ui/format-date.ts'
import { PageColumn } from '../ui/page-column.tsx'

// Behind the mailed link about a review: the owner of the reward objects to its refusal, or answers a question, once.

const formId = 'review-answer'
const rules = { message: [required, maxLength(mostAnswerLetters)] }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = tokenIn(request)
  if (token.length < 20) return over('missing', 404)
  try {
    const asked = await callApi(pageOf(context), 'showReviewLink', { body: { token } })
    return data({ asked, over: null })
  } catch (error) {
    const problem = problemOf(error)
    return over(problem, problem === 'used' ? 200 : 410)
  }
}

const over = (problem: LinkProblem, status: number) =>
  data({ asked: null, over: problem }, { status })

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const body = { token: tokenIn(request), message: textOf(form, 'message') }
    return { done: await callApi(pageOf(context), 'answerReview', { body }) }
  } catch (error) {
    const problem = problemOf(error)
    return data({ over: problem }, { status: problem === 'used' ? 200 : 410 })
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('reviewAnswer')('title'), robots: 'noindex' }
}

type Answered = { done?: { kind: 'widerspruch' | 'frage' }; over?: LinkProblem }

export function Component() {
  const { asked, over: before } = useLoaderData<typeof loader>()
  const answer = useActionData<Answered & Partial<FormAnswer>>()
  const t = useTexts('reviewAnswer')
  useClearDraft(formId, answer?.done !== undefined)
  const problem = answer?.over ?? before
  if (answer?.done || problem === 'used')
    return (
      <Message
        isDone
        title={t('doneTitle')}
        text={t(answer?.done ? `done.${answer.done.kind}` : 'used')}
      />
    )
  if (problem || !asked) return <Message title={t('overTitle')} text={t('overText')} />
  return <Write asked={asked} answer={answer?.values ? (answer as FormAnswer) : undefined} />
}

function Message({ title, text, isDone }: { title: string; text: string; isDone?: boolean }) {
  const t = useTexts('reviewAnswer')
  const Mark = isDone ? CircleCheck : Hourglass
  return (
    <MessagePage mark={<Mark className="size-10" />} title={title} text={text}>
      <PageLink page={isDone ? 'Homepage' : 'Contact'} className={buttonClass()}>
        {t(isDone ? 'home' : 'contact')}
      </PageLink>
    </MessagePage>
  )
}

type Asked = NonNullable<Awaited<ReturnType<typeof loader>>['data']['asked']>

function Write({ asked, answer }: { asked: Asked; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('reviewAnswer')
  const { kind, product, amount, question, refusal } = asked
  const until = formatDate(asked.until, locale)
  return (
    <PageColumn>
      <h1 className="page-title">{t(`heading.${kind}`)}</h1>
      <p className="mt-3">
        {product ? t('about', { amount, product }) : t('aboutPlain', { amount })}
      </p>
      <blockquote className="my-4 border-l-4 border-line pl-4 font-semibold wrap-anywhere">
        {question ?? refusal}
      </blockquote>
      <p className="mb-6">{t(`text.${kind}`, { until })}</p>
      <PageForm
        id={formId}
        rules={rules}
        labels={{ message: t(`message.${kind}`) }}
        answer={answer}
        asDocument
      >
        <TextArea name="message" rows={6} maxLength={mostAnswerLetters} />
        <SubmitButton>{t(`submit.${kind}`)}</SubmitButton>
      </PageForm>
    </PageColumn>
  )
}
