import { data } from 'react-router'
import type { Meta, MetaArgs } from '../page-module.ts'
import { LinkProblem } from './link-problem.tsx'

export function loader() {
  return data(null, { status: 410 })
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('recipient')('expired.title'), robots: 'noindex' }
}

export function Component() {
  return <LinkProblem kind="expired" />
}
