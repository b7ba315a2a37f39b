import type { ReactNode } from 'react'
import { useTexts } from '../../runtime/texts.ts'
import { Button, type ButtonKind } from '../button.tsx'
import { useForm } from './form-context.ts'

export function SubmitButton({
  kind = 'primary',
  children,
}: {
  kind?: ButtonKind
  children: ReactNode
}) {
  const { working } = useForm()
  const t = useTexts('common')
  return (
    <Button
      type="submit"
      kind={kind}
      pending={working ? t('wait') : false}
      className="w-full md:w-auto"
    >
      {children}
    </Button>
  )
}
