import { Duration } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Alarm, ComparisonOperator, type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'

const NAMESPACE = 'Pointsman'
const MAX_INDEX_AGE_HOURS = 48
const HOUR = Duration.hours(1)
const MINUTES = Duration.minutes(5)

export type AlarmsProps = {
  readonly api: HttpApi
  readonly functions: readonly IFunction[]
  readonly refresh: { readonly lambda: LambdaFunction; readonly undelivered: Queue; readonly failed: Queue }
  /** Who is told; without one the alarms only show in the console. */
  readonly topicArn: string | undefined
}

type Rule = {
  readonly metric: IMetric
  readonly says: string
  readonly above?: number
  readonly periods?: number
  readonly isSilenceBad?: boolean
}

/** What somebody has to look at: the index is not refreshed, or the service does not answer. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { api, functions, refresh, topicArn }: AlarmsProps) {
    super(scope, id)
    const { lambda, undelivered, failed } = refresh
    const waiting = { period: MINUTES, statistic: 'Maximum' }
    const rules: Readonly<Record<string, Rule>> = {
      RefreshFailed: { metric: lambda.metricErrors({ period: HOUR }), says: 'A refresh of the index failed' },
      RefreshRefused: {
        metric: this.counted(lambda, 'refresh-refused'),
        says: 'The guard refused an index; the log names the reasons, and the last one still answers',
      },
      SourceFailing: {
        metric: this.counted(lambda, 'refresh-source-failed'),
        says: 'A source of the index has failed for six hours',
        periods: 6,
      },
      IndexOld: {
        metric: this.age(lambda),
        says: `The index was not confirmed by its sources for ${MAX_INDEX_AGE_HOURS} hours, or no refresh ran`,
        above: MAX_INDEX_AGE_HOURS,
        periods: 3,
        isSilenceBad: true,
      },
      RefreshUndelivered: {
        metric: undelivered.metricApproximateNumberOfMessagesVisible(waiting),
        says: 'The schedule could not start the refresh',
      },
      RefreshFailuresWaiting: {
        metric: failed.metricApproximateNumberOfMessagesVisible(waiting),
        says: 'Failed refreshes wait to be looked at',
      },
      ServerErrors: {
        metric: api.metricServerError({ period: MINUTES, statistic: 'Sum' }),
        says: 'The API answered 5xx',
        above: 5,
      },
      Throttles: { metric: throttlesOf(functions), says: 'Requests were throttled: the functions are at their limit' },
    }
    const topic = topicArn === undefined ? undefined : Topic.fromTopicArn(this, 'Topic', topicArn)
    for (const [name, rule] of Object.entries(rules)) {
      const alarm = this.alarm(name, rule)
      if (topic !== undefined) alarm.addAlarmAction(new SnsAction(topic))
    }
  }

  private alarm(name: string, { metric, says, above = 0, periods = 1, isSilenceBad = false }: Rule): Alarm {
    return new Alarm(this, name, {
      metric,
      alarmDescription: says,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: isSilenceBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    })
  }

  /** How often a function logged an event. Lambda puts our object under `message`. */
  private counted(lambda: LambdaFunction, event: string): IMetric {
    return this.logged(lambda, event, '1').metric({ period: HOUR, statistic: 'Sum' })
  }

  private age(lambda: LambdaFunction): IMetric {
    const filter = this.logged(lambda, 'refresh', '$.message.indexAgeHours')
    return filter.metric({ period: HOUR, statistic: 'Minimum' })
  }

  private logged({ logGroup }: LambdaFunction, event: string, metricValue: string): MetricFilter {
    return new MetricFilter(this, event, {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.message.event', '=', event),
      metricNamespace: NAMESPACE,
      metricName: event,
      metricValue,
    })
  }
}

const throttlesOf = (functions: readonly IFunction[]): IMetric =>
  new MathExpression({
    expression: functions.map((_, at) => `throttles${at}`).join(' + '),
    usingMetrics: Object.fromEntries(
      functions.map((lambda, at) => [`throttles${at}`, lambda.metricThrottles({ period: MINUTES })]),
    ),
    period: MINUTES,
    label: 'Throttled invocations',
  })
