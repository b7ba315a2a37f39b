import { data } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'

export type CaptchaChallenge = Record<string, unknown>

/** `refused`, plus the challenge when a captcha is due, which the form solves by itself. */
export async function refusedOrCaptcha(
  context: PageContext,
  form: FormData,
  error: unknown,
  fields?: Record<string, string>,
) {
  if (!(error instanceof ApiError) || error.code !== errorCodes.captchaRequired) {
    return refused(form, error, fields)
  }
  const challenge =
    (error.details.Challenge as CaptchaChallenge | undefined) ?? (await askForChallenge(context))
  const answer = refused(form, error, fields)
  return data<FormAnswer>(
    { ...answer.data, message: null, details: { challenge } },
    answer.init ?? undefined,
  )
}

async function askForChallenge(context: PageContext): Promise<CaptchaChallenge | undefined> {
  const { challenge } = await callApi(context, 'checkCaptcha', {
    query: { command: 'captcharequired' },
  })
  return challenge
}

export function challengeOf(answer: FormAnswer | undefined): CaptchaChallenge | null {
  return (answer?.details.challenge as CaptchaChallenge | undefined) ?? null
}
