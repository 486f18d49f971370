package dev.waybill.doors.jwt;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a token has to say to be let in, and where it says who it is for.
///
/// @param issuer exactly who issued it
/// @param audience exactly whom it is for: a token for another service opens nothing here
/// @param leeway how far the clocks may be apart
/// @param algorithms how it may be signed
/// @param tenantClaim where the tenant is; a name, or a path with dots
/// @param tenant to whom all callers belong; null when each token says it
/// @param principalClaim where the person or program is
/// @param scopesClaim where the scopes are: words in a text, or an array
public record JwtRules(
        String issuer,
        String audience,
        Duration leeway,
        List<JwtAlgorithm> algorithms,
        String tenantClaim,
        @Nullable String tenant,
        String principalClaim,
        String scopesClaim) {}
