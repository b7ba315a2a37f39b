import { useEffect, useRef, useState, type ReactNode } from 'react'
import { redirect, useActionData, useNavigation } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { useOwnWords } from '../access/own-words.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { useTitleState } from '../runtime/title-parts.ts'
import { linkClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Words } from '../ui/keep-together.tsx'
import { Notice } from '../ui/notice.tsx'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'

// Before an account is typed by whoever came by a mailed link alone: a code, mailed anew. First, so that nothing typed can get lost.

export type AddressProof = { confirmed: boolean; waitsForCode: boolean; maskedEmail: string }
type Calls = { send: () => Promise<unknown>; confirm: (code: string) => Promise<unknown> }

const sendIntent = 'send-code'
const enterIntent = 'enter-code'
const rules = { code: [required] }

export const isProving = (form: FormData) =>
  [sendIntent, enterIntent].includes(textOf(form, 'intent'))

/** Of a reward's owner. */
export const rewardProof = (page: PageContext, query: { rewardId?: string }): Calls => ({
  send: () => callApi(page, 'sendRewardCode', { query }),
  confirm: (code) => callApi(page, 'confirmRewardAddress', { query, body: { code } }),
})

/** Mails the code or takes it, and shows the page anew, which knows what became of it. */
export async function proveAddress(form: FormData, request: Request, { send, confirm }: Calls) {
  try {
    if (textOf(form, 'intent') === sendIntent) await send()
    else {
      const errors = checkForm(form, rules)
      if (Object.keys(errors).length > 0) return invalid(form, errors)
      await confirm(textOf(form, 'code'))
    }
  } catch (error) {
    return refused(form, error)
  }
  const { pathname, search } = new URL(request.url)
  return redirect(pathname + search)
}

/** Whether this page has had a code sent, but for the moments in which it has another one sent: then it is said anew. */
function useSent(isRefused: boolean): boolean {
  const { formData } = useNavigation()
  const isSending = formData?.get('intent') === sendIntent
  const [wasSending, setWasSending] = useState(false)
  const [isSent, setSent] = useState(false)
  if (isSending !== wasSending) {
    setWasSending(isSending)
    setSent(wasSending && !isRefused)
  }
  return isSent
}

/** The step before a form for an account. A form that is open stays, as an account is in no draft. */
export function AfterAddress({
  proof,
  asks,
  children,
}: {
  proof: AddressProof | null
  asks: boolean
  children: ReactNode
}) {
  const answer = useActionData<FormAnswer>()
  const t = useTexts('reward')
  const [wasOpen] = useState(!asks)
  const isConfirmed = !asks && !wasOpen
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The code's field is gone, and had the focus: the next one is the account's.
    if (isConfirmed) form.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }, [isConfirmed])
  const isAsked = asks || answer?.code === errorCodes.addressUnconfirmed
  return (
    <>
      {proof && isAsked ? <AddressStep proof={proof} /> : null}
      {isConfirmed ? <Notice tone="success" title={t('address.confirmed')} live /> : null}
      {asks && !wasOpen ? null : (
        <div ref={form} className="contents">
          {children}
        </div>
      )}
    </>
  )
}

/** The answer to the form for an account, which says what keeps it from being sent again. */
export function useAccountAnswer(): FormAnswer | undefined {
  const answer = useActionData<FormAnswer>()
  const t = useTexts('reward')
  const ofStep = [sendIntent, enterIntent].includes(answer?.values.intent ?? '')
  const [closed, unconfirmed] = [t('details.closed'), t('details.unconfirmed')]
  return useOwnWords(ofStep ? undefined : answer, {
    [errorCodes.rewardTokenInvalid]: closed,
    [errorCodes.recipientTokenInvalid]: closed,
    [errorCodes.addressUnconfirmed]: unconfirmed,
  })
}

function AddressStep({ proof }: { proof: AddressProof }) {
  const answer = useActionData<FormAnswer>()
  const { demo } = usePage()
  const t = useTexts('reward')
  const answerTo = (intent: string) => (answer?.values.intent === intent ? answer : undefined)
  const { waitsForCode, maskedEmail: email } = proof
  const isSent = useSent(answer !== undefined)
  const title = t(waitsForCode ? 'address.codeTitle' : 'address.title')
  useTitleState(title)
  useEffect(() => {
    // After the press of the button that sends it.
    if (waitsForCode && document.activeElement?.closest('#address-send'))
      document.querySelector<HTMLInputElement>('#address-code [name=code]')?.focus()
  }, [waitsForCode])
  return (
    <Card>
      <h2 className="text-xl font-bold">
        <Words text={title} />
      </h2>
      <p className="mt-2 mb-5">{t(waitsForCode ? 'address.sent' : 'address.why', { email })}</p>
      {waitsForCode ? (
        <PageForm
          id="address-code"
          rules={rules}
          labels={{ code: t('address.code') }}
          answer={answerTo(enterIntent)}
          draft={false}
          isShort
        >
          <input type="hidden" name="intent" value={enterIntent} />
          <TextField
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={12}
            hint={t('address.hint')}
            className="max-w-80"
          />
          <div>
            <SubmitButton>{t('address.confirm')}</SubmitButton>
          </div>
        </PageForm>
      ) : null}
      <output className={isSent ? 'mt-4 block' : ''}>
        {isSent && waitsForCode ? t('address.sentNow') : ''}
      </output>
      <div className={waitsForCode ? 'mt-4' : ''}>
        <PageForm
          id="address-send"
          rules={{}}
          labels={{}}
          answer={answerTo(sendIntent) ?? (waitsForCode ? undefined : answerTo(enterIntent))}
          draft={false}
        >
          <input type="hidden" name="intent" value={sendIntent} />
          <div>
            <SubmitButton kind={waitsForCode ? 'secondary' : 'primary'}>
              {t(waitsForCode ? 'address.again' : 'address.send')}
            </SubmitButton>
          </div>
        </PageForm>
      </div>
      {demo && waitsForCode ? (
        <p className="mt-4">
          <a href="/demo/mails" target="_blank" rel="noreferrer" className={linkClass()}>
            {t('address.demo')}
          </a>
        </p>
      ) : null}
    </Card>
  )
}
