import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { codeFolder } from '../bundle.ts'

export type GroupFunctionProps = {
  readonly group: string
  readonly timeoutSeconds: number
  readonly environment: Readonly<Record<string, string>>
  /** What the function may do besides writing its own logs and traces. */
  readonly statements: readonly PolicyStatement[]
  /** Containers that are kept for this function alone and that it cannot exceed; none by default. */
  readonly reservedConcurrency: number | undefined
}

/** The Lambda of one endpoint group, with a role and a log group of its own. */
export class GroupFunction extends Construct {
  readonly lambda: LambdaFunction

  constructor(scope: Construct, id: string, props: GroupFunctionProps) {
    super(scope, id)
    const { group, timeoutSeconds, environment, statements, reservedConcurrency } = props
    const logGroup = new LogGroup(this, 'Logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    for (const statement of [...ownStatements(logGroup.logGroupArn), ...statements]) role.addToPolicy(statement)
    this.lambda = new LambdaFunction(this, 'Function', {
      description: `Pointsman: ${group}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 512,
      timeout: Duration.seconds(timeoutSeconds),
      handler: 'index.handler',
      code: Code.fromAsset(codeFolder(group)),
      role: role.withoutPolicyUpdates(),
      environment: { ...environment },
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      ...(reservedConcurrency === undefined ? {} : { reservedConcurrentExecutions: reservedConcurrency }),
    })
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray has no resource-level permissions.',
    })
  }
}

const ownStatements = (logGroupArn: string): PolicyStatement[] => [
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroupArn] }),
  new PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] }),
]
