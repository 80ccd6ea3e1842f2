import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
  type UserPoolDomain,
} from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'

export type PeopleProps = {
  /** Where people reach the service. */
  readonly baseUrl: string
}

/** Who may sign in, and the pages on which they do. */
export class People extends Construct {
  readonly pool: UserPool
  readonly client: UserPoolClient
  readonly domain: UserPoolDomain

  constructor(scope: Construct, id: string, { baseUrl }: PeopleProps) {
    super(scope, id)
    this.pool = this.userPool()
    this.domain = this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: `pointsman-${Stack.of(this).account}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    })
    this.client = this.webClient(baseUrl)
    // Without a branding the newer login pages of a client answer that they are unavailable.
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pool.userPoolId,
      clientId: this.client.userPoolClientId,
      useCognitoProvidedValues: true,
    })
  }

  private userPool(): UserPool {
    const pool = new UserPool(this, 'Pool', {
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(1),
      },
      // By an authenticator app: a text message costs money and can be intercepted.
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    Validations.of(pool).acknowledge(
      {
        id: 'AwsSolutions-COG2',
        reason: 'Sign-up is open, and a second factor is the choice of each person; tokens can be revoked at any time.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason:
          'What the Plus plan adds is threat protection at a price by the user, which an open sign-up would multiply.',
      },
    )
    return pool
  }

  /** Public, without a secret: the code is bound to who asked by PKCE, `state` and `nonce`. */
  private webClient(baseUrl: string): UserPoolClient {
    return this.pool.addClient('Web', {
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true, implicitCodeGrant: false, clientCredentials: false },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${baseUrl}/auth/callback`],
        logoutUrls: [`${baseUrl}/`],
      },
      // Of the API's own ways to sign in only the one that never sends a password.
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    })
  }
}
