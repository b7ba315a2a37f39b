import { data } from 'react-router'
import { NotFound } from '../layout/not-found.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'

export function loader() {
  return data(null, { status: 404 })
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('common')('notFound.title'), robots: 'noindex' }
}

export function Component() {
  return <NotFound />
}
