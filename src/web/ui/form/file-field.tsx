import type { ReactNode } from 'react'
import { Field } from './field.tsx'

/** A native file input. The form around it needs `files`. */
export function FileField({
  name,
  accept,
  hint,
  saysOptional = false,
  isLarge = false,
}: {
  name: string
  accept: string
  hint: ReactNode
  saysOptional?: boolean
  isLarge?: boolean // files are dropped on it, which browsers do by themselves
}) {
  return (
    <Field name={name} hint={hint} saysOptional={saysOptional}>
      {(control) => (
        <input
          type="file"
          accept={accept}
          {...control}
          className={`${isLarge ? 'rounded-field border-2 border-dashed border-line px-5 py-10' : ''} block min-h-12 w-full text-base file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-field file:border-2 file:border-line file:bg-surface file:px-4 file:font-semibold file:text-text`}
        />
      )}
    </Field>
  )
}

export function fileIn(form: FormData, name: string): File | null {
  const value = form.get(name)
  return value instanceof File && value.size > 0 ? value : null
}

export async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In chunks: the number of arguments of a call is limited.
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return btoa(text)
}
