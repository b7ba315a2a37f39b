const kinds = {
  plain: 'border-line bg-surface text-text hover:bg-tint',
  primary: 'border-primary bg-primary text-on-primary hover:brightness-110',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-tint',
}

/** Classes of a control in a toolbar: 32 px high, 44 under a finger. */
export const controlClass = (kind: keyof typeof kinds = 'plain') => `dt-control ${kinds[kind]}`
