/** The words that a question may use; without a schema, so that a program can show them before it has loaded any. */
export const TASKS = ['code', 'reasoning', 'summary', 'extraction', 'planning', 'general'] as const
export const LATENCIES = ['fast', 'normal', 'overnight'] as const
export const BUDGETS = ['low', 'balanced'] as const
export const QUALITIES = ['balanced', 'high'] as const
export const REGIONS = ['us', 'eu', 'china'] as const
