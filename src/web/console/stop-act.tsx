import type { ReactNode } from 'react'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Act } from './act.tsx'

export const stopRules: Rules = { reason: [required, maxLength(500)] }

/** Ends what runs or waits, with the reason. */
export function StopAct({
  title,
  answer,
  children,
}: {
  title: string
  answer: FormAnswer | undefined
  children?: ReactNode
}) {
  const t = useTexts('console')
  return (
    <Act
      id="stop"
      title={title}
      rules={stopRules}
      labels={{ reason: t('stop.why') }}
      answer={answer}
    >
      {children}
      <TextField name="reason" autoComplete="off" hint={t('stop.whyHint')} />
    </Act>
  )
}
