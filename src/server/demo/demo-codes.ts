/** The companies below demo/, by the names of their folders; their files (demo-tenants.ts) are read when somebody needs more. */
export const demoCodes = ['standard', 'bgv', 'telko'] as const
