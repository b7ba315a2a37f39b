import { NotFound } from '../layout/not-found.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('common')('notFound.title'), robots: 'noindex' }
}

export function Component() {
  return <NotFound />
}
