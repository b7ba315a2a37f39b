import type { ReactNode } from 'react'
import { picturePath } from '../../contract/picture-path.ts'
import { usePage } from '../runtime/page-context.tsx'

export type AgentData = {
  id: string
  firstName: string
  lastName: string
  zip: string
  city: string
}

/** An agent with picture and town; `label` is their role for the reader, `children` the actions. */
export function AgentLine({
  agent,
  label,
  children,
}: {
  agent: AgentData
  label?: string
  children?: ReactNode
}) {
  const { tenant } = usePage()
  return (
    <div className="agent-line flex items-center gap-4">
      <img
        src={picturePath(tenant.code, 'berater', agent.id, 160)}
        alt=""
        width={64}
        height={64}
        className="size-16 shrink-0 rounded-full object-cover"
      />
      <div className="min-w-0 grow">
        {label ? <p className="text-base">{label}</p> : null}
        <p className="font-bold wrap-anywhere">
          {agent.firstName} {agent.lastName}
        </p>
        <p className="text-base wrap-anywhere">
          {agent.zip} {agent.city}
        </p>
        {children}
      </div>
    </div>
  )
}
