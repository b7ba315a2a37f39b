import { use, useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Form, useActionData, useNavigation } from 'react-router'
import type { FormAnswer } from './form-answer.ts'
import { usePage } from '../../runtime/page-context.tsx'
import { useTexts } from '../../runtime/texts.ts'
import { useTitleBegins } from '../../runtime/title-parts.ts'
import { announce } from '../announcer.tsx'
import { useDraft } from './draft.ts'
import { FormErrorSummary } from './form-error-summary.tsx'
import { FormContext, FormPlace, type FormState } from './form-context.ts'
import {
  accepted,
  checkField,
  checkForm,
  chosen,
  namedMessage,
  required,
  type FieldError,
  type FieldErrors,
  type Rules,
} from './rules.ts'

type PageFormProps = {
  id: string // unique on the page; names the draft
  rules: Rules
  labels: Record<string, string> // of all fields, also for the error summary
  answer: FormAnswer | undefined // from the page's action
  idempotencyKey?: string // from the page's loader
  asDocument?: boolean // submits as a document: for actions that receive a token
  files?: boolean // sends files, too
  draft?: boolean | string // keeps input for the session, under this name; default true: under the id
  isShort?: boolean // fits one view: the first wrong field takes the focus, without a summary
  children: ReactNode
}

/**
 * A form that works without script (it posts to the page's own address); with it, it checks fields on leaving them and says their errors,
 * shows an error summary, submits once however often it is clicked, and keeps input.
 */
export function PageForm(props: PageFormProps) {
  const {
    id,
    rules,
    labels,
    answer,
    idempotencyKey,
    asDocument = false,
    files = false,
    draft = true,
    isShort = false,
    children,
  } = props
  const { formToken } = usePage()
  const place = use(FormPlace)
  const t = useTexts('common')
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLElement>(null)
  const [errors, setErrors] = useState<FieldErrors>(answer?.errors ?? {})
  const [attempt, setAttempt] = useState(answer ? 1 : 0)
  const [said, setSaid] = useState('')
  const { working, begin } = useSending(asDocument)
  useDraft(form, typeof draft === 'string' ? draft : id, draft !== false, answer?.values)

  const [shown, setShown] = useState(answer)
  if (answer && answer !== shown) {
    setShown(answer)
    setErrors(answer.errors)
    setAttempt(attempt + 1)
  }

  useEffect(() => {
    if (attempt === 0) return
    const field = isShort ? form.current?.querySelector<HTMLElement>(wrong) : null
    // Enter in the wrong field: the focus has nowhere to go, so the error is said.
    const error = form.current?.querySelector<HTMLElement>('[id$="-error"]')
    if (field && field === document.activeElement && error) announce(error)
    ;(field ?? summary.current)?.focus()
  }, [attempt, isShort])

  const wordsOf = (name: string, error: FieldError) =>
    'message' in error ? error.message : t(error.rule, { label: labels[name] ?? name })

  const state: FormState = {
    id,
    labels,
    values: answer?.values ?? {},
    errors,
    required: (name) =>
      (rules[name] ?? []).some((rule) => rule === required || rule === accepted || rule === chosen),
    messageOf: (name) => {
      const error = errors[name]
      return error ? wordsOf(name, error) : null
    },
    say: (name, message) => setSaid(message === null ? '' : namedMessage(labels[name], message)),
    working,
  }

  const recheck = (name: string, isTyping = false) => {
    if (!form.current || !name) return
    // What the server refused stands until it is changed: the form's own rules found nothing in it.
    if (!isTyping && errors[name] && errors[name] === shown?.errors[name]) return
    const error = checkField(new FormData(form.current), rules, name)
    const message = error && wordsOf(name, error)
    // Whoever types is in the field, and knows the error it had.
    if (!isTyping || message !== state.messageOf(name)) state.say(name, message)
    setErrors((before) => {
      const { [name]: known, ...others } = before
      return error || known ? { ...others, ...(error ? { [name]: error } : {}) } : before
    })
  }

  const press = usePress()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // It checks all fields, and the answer may be there before a single check.
    press.forget()
    const found = checkForm(new FormData(event.currentTarget), rules)
    setSaid('')
    if (Object.keys(found).length > 0) {
      event.preventDefault()
      setErrors(found)
      setAttempt((count) => count + 1)
    } else if (!begin()) event.preventDefault()
  }

  const failure = answer?.noAnswer ? t('error.network') : answer?.message
  const isWrong = attempt > 0 && (failure || Object.keys(errors).length > 0)
  useTitleBegins(isWrong ? t('form.wrong') : null, id)
  return (
    <FormContext value={state}>
      <Form
        ref={form}
        id={id}
        method="post"
        action={place}
        encType={files ? 'multipart/form-data' : undefined}
        noValidate
        reloadDocument={asDocument}
        preventScrollReset
        onSubmit={submit}
        onBlur={(event) => {
          const field = event.target as unknown as HTMLInputElement
          // An empty field passed by is no error yet.
          if (isFilled(field) || errors[field.name]) press.after(() => recheck(field.name))
        }}
        onChange={(event) => {
          const { name } = event.target as unknown as HTMLInputElement
          if (errors[name]) recheck(name, true)
        }}
        // A form whose fields are elsewhere takes no room.
        className={children === null && attempt === 0 ? 'absolute' : 'flex flex-col gap-6'}
      >
        <input type="hidden" name="_form" value={formToken} />
        {idempotencyKey ? (
          <input type="hidden" name="_key" value={answer?.key ?? idempotencyKey} />
        ) : null}
        {isWrong && (failure || !isShort) ? (
          <FormErrorSummary ref={summary} isShort={isShort} failure={failure} />
        ) : null}
        {children}
        {Object.keys(rules).length > 0 ? (
          <div aria-live="polite" aria-atomic className="sr-only">
            {said}
          </div>
        ) : null}
      </Form>
    </FormContext>
  )
}

const isFilled = ({ type, checked, value }: HTMLInputElement) =>
  type === 'checkbox' || type === 'radio' ? checked : value !== ''

/** A field, or the first choice of several. */
const wrong = ':not(fieldset)[aria-invalid=true],[aria-describedby$=error] input'

/** Runs a check at once, or after the click: what is pressed (a tick, a link) must not move away from under the pointer. */
function usePress() {
  const press = useRef<{ later?: () => void } | null>(null)
  useEffect(() => {
    const down = () => (press.current ??= {})
    // A tap moves the focus after its pointerup.
    const up = () =>
      setTimeout(() => {
        press.current?.later?.()
        press.current = null
      }, 50)
    addEventListener('pointerdown', down, true)
    addEventListener('pointerup', up, true)
    addEventListener('pointercancel', up, true)
    return () => {
      removeEventListener('pointerdown', down, true)
      removeEventListener('pointerup', up, true)
      removeEventListener('pointercancel', up, true)
    }
  }, [])
  return {
    after: (check: () => void) => {
      if (press.current) press.current.later = check
      else check()
    },
    forget: () => {
      if (press.current) delete press.current.later
    },
  }
}

// A stopped document request raises no event; resubmitting is safe by the idempotency key.
const documentMs = 15_000

/** Whether the form is being submitted, and `begin`, which returns false for every submit but the first. */
function useSending(asDocument: boolean) {
  const navigation = useNavigation()
  const [sent, setSent] = useState(false)
  const sending = useRef(false)
  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  // It may arrive before `busy` was ever rendered, if the action makes no call.
  const answer = useActionData<unknown>()
  useEffect(() => {
    if (!busy && !asDocument) sending.current = false
  }, [busy, asDocument])
  useEffect(() => {
    // The list below may still be reloading: the submit itself is answered.
    if (!asDocument) sending.current = false
  }, [asDocument, answer])
  useEffect(() => {
    // Restored from the back/forward cache: allow another submit.
    const wake = () => {
      sending.current = false
      setSent(false)
    }
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])
  const begin = () => {
    if (sending.current) return false
    sending.current = true
    if (!asDocument) return true
    setSent(true)
    setTimeout(() => {
      sending.current = false
      setSent(false)
    }, documentMs)
    return true
  }
  return { working: asDocument ? sent : busy, begin }
}
