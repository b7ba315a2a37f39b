const kinds = {
  plain: 'border-line bg-surface text-text hover:bg-tint',
  primary: 'border-primary bg-primary text-on-primary hover:brightness-110',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-tint',
}

/** Classes of a toolbar control: 32 px high, 44 on touch. */
export const controlClass = (kind: keyof typeof kinds = 'plain') => `dt-control ${kinds[kind]}`
