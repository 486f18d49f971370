package dev.waybill.receipt.claims;

import static dev.waybill.receipt.claims.Claims.json;
import static dev.waybill.receipt.claims.Claims.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtensionGroupsTest {

    private static final String DIGEST = "sha256:" + "ab".repeat(32);

    /// Every group with all its members, the required ones first.
    private static final Map<String, Example> EXAMPLES = new LinkedHashMap<>();

    private record Example(JsonObject full, int required) {}

    static {
        example("commerce", 3, """
                {'payment_rail':'x402','amount_minor':'-1000','currency':'USD','reference':'','asset':'',
                 'env':'test','event':'refund'}""");
        example("access", 3, "{'resource':'/r','action':'read','decision':'review'}");
        example("challenge", 2, """
                {'challenge_type':'custom','problem':{'status':402,'type':'about:blank','balance':30},
                 'resource':'r','action':'a','requirements':{'rails':['x402']}}""");
        example("identity", 0, "{'proof_ref':'did:key:z6Mk'}");
        example("correlation", 0, """
                {'trace_id':'4bf92f3577b34da6a3ce929d0e0e4736','span_id':'00f067aa0ba902b7','workflow_id':'w',
                 'parent_jti':'p','depends_on':['q']}""");
        example("consent", 2, """
                {'consent_basis':'explicit','consent_status':'granted','data_categories':['personal'],
                 'retention_period':'P30D','consent_method':'written','withdrawal_uri':'https://a.example/w',
                 'scope':'s','jurisdiction':'US-CA'}""");
        example("privacy", 1, """
                {'data_classification':'pii','processing_basis':'consent','retention_period':'PT1H',
                 'retention_mode':'time_bound','recipient_scope':'third_party','anonymization_method':'k',
                 'data_subject_category':'customer','transfer_mechanism':'scc'}""");
        example("safety", 1, """
                {'review_status':'pending','risk_level':'high','assessment_method':'red_team',
                 'safety_measures':['a'],'incident_ref':'i','model_ref':'m','category':'bias'}""");
        example("compliance", 2, """
                {'framework':'soc2','compliance_status':'partial','audit_ref':'a','auditor':'b',
                 'audit_date':'2026-02-28','scope':'s','validity_period':'P1Y','evidence_ref':'%s'}""".formatted(DIGEST));
        example("provenance", 1, """
                {'source_type':'derived','source_ref':'r','source_uri':'https://a.example/s',
                 'build_provenance_uri':'https://a.example/b','verification_method':'v',
                 'custody_chain':[{'custodian':'c','action':'received','timestamp':'2026-03-14T12:00:00+05:30'}],
                 'slsa':{'track':'build','level':4,'version':'1.2'}}""");
        example("attribution", 1, """
                {'creator_ref':'acme','license_spdx':'MIT OR Apache-2.0','obligation_type':'share_alike',
                 'attribution_text':'by acme','content_signal_source':'robots_txt','content_digest':'%s'}""".formatted(DIGEST));
        example("purpose", 1, """
                {'external_purposes':['ai_training','cf:search'],'purpose_basis':'consent',
                 'purpose_limitation':true,'data_minimization':false,'compatible_purposes':[],
                 'peac_purpose_mapping':'train'}""");
    }

    private static void example(String group, int required, String text) {
        EXAMPLES.put(group, new Example(object(text), required));
    }

    @TestFactory
    Stream<DynamicTest> everyGroupPassesWithAllItsMembers() {
        return EXAMPLES.keySet().stream()
                .map(group -> dynamicTest(
                        group, () -> assertThat(fault(group, full(group))).isNull()));
    }

    @TestFactory
    Stream<DynamicTest> everyGroupStandsWithoutAnOptionalMemberAndFallsWithoutARequiredOne() {
        return members((group, name, required) -> {
            Fault fault = fault(group, full(group).without(name));
            assertThat(fault == null).isEqualTo(!required);
            if (fault != null) {
                assertThat(fault.pointer()).isEqualTo("/" + name);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> noMemberMayBeNull() {
        return members((group, name, _) -> assertThat(fault(group, full(group).with(name, json("null"))))
                .extracting(Fault::pointer)
                .isEqualTo("/" + name));
    }

    @TestFactory
    Stream<DynamicTest> noGroupTakesAMemberOfNoName() {
        return EXAMPLES.keySet().stream()
                .map(group -> dynamicTest(
                        group,
                        () -> assertThat(fault(group, full(group).with("extra", json("1"))))
                                .extracting(Fault::pointer)
                                .isEqualTo("/extra")));
    }

    /// The last column is the longest string that the member takes.
    @ParameterizedTest
    @CsvSource({
        "commerce, payment_rail, 128",
        "commerce, currency, 16",
        "commerce, reference, 256",
        "commerce, asset, 256",
        "access, resource, 2048",
        "access, action, 256",
        "challenge, resource, 2048",
        "challenge, action, 256",
        "identity, proof_ref, 256",
        "correlation, workflow_id, 256",
        "correlation, parent_jti, 256",
        "consent, consent_basis, 128",
        "consent, consent_method, 128",
        "consent, scope, 256",
        "consent, jurisdiction, 16",
        "privacy, data_classification, 128",
        "privacy, processing_basis, 128",
        "privacy, anonymization_method, 128",
        "privacy, data_subject_category, 128",
        "privacy, transfer_mechanism, 128",
        "safety, assessment_method, 256",
        "safety, incident_ref, 256",
        "safety, model_ref, 256",
        "safety, category, 128",
        "compliance, framework, 256",
        "compliance, audit_ref, 256",
        "compliance, auditor, 256",
        "compliance, scope, 512",
        "provenance, source_type, 128",
        "provenance, source_ref, 256",
        "provenance, verification_method, 128",
        "attribution, creator_ref, 256",
        "attribution, license_spdx, 128",
        "attribution, obligation_type, 128",
        "attribution, attribution_text, 1024",
        "purpose, purpose_basis, 128",
        "purpose, peac_purpose_mapping, 64"
    })
    void aTextFillsItsLimitAndNoMore(String group, String name, int limit) {
        assertThat(fault(group, full(group).with(name, json("'" + "a".repeat(limit) + "'"))))
                .isNull();
        assertThat(fault(group, full(group).with(name, json("'" + "a".repeat(limit + 1) + "'"))))
                .isNotNull();
    }

    /// The last column is the largest number of items that the member takes.
    @ParameterizedTest
    @CsvSource({
        "correlation, depends_on, 64",
        "consent, data_categories, 64",
        "safety, safety_measures, 32",
        "purpose, external_purposes, 32",
        "purpose, compatible_purposes, 32"
    })
    void aListFillsItsLimitAndNoMore(String group, String name, int limit) {
        assertThat(fault(group, full(group).with(name, numbered(limit)))).isNull();
        assertThat(fault(group, full(group).with(name, numbered(limit + 1)))).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "commerce | amount_minor | '10.5' | /amount_minor",
                "commerce | env | 'prod' | /env",
                "challenge | problem | {'status':99,'type':'about:blank'} | /problem/status",
                "challenge | problem | {'status':600,'type':'about:blank'} | /problem/status",
                "challenge | problem | {'status':402,'type':'relative'} | /problem/type",
                "correlation | trace_id | '4BF92F3577B34DA6A3CE929D0E0E4736' | /trace_id",
                "correlation | span_id | '00f067aa0ba902b' | /span_id",
                "consent | withdrawal_uri | 'https://u:p@a.example/' | /withdrawal_uri",
                "privacy | retention_period | 'indefinite' | /retention_period",
                "compliance | audit_date | '2026-13-01' | /audit_date",
                "provenance | slsa | {'track':'build','level':5,'version':'1'} | /slsa/level",
                "provenance | custody_chain | [{'custodian':'c','action':'a','timestamp':'2026-03-14T12:00Z'}] | /custody_chain/0/timestamp",
                "attribution | license_spdx | 'MIT AND' | /license_spdx",
                "attribution | content_digest | 'sha256:AB' | /content_digest",
                "purpose | external_purposes | [] | /external_purposes",
                "purpose | external_purposes | ['a','a'] | /external_purposes",
                "purpose | external_purposes | ['Ads'] | /external_purposes/0",
                "purpose | purpose_limitation | 'true' | /purpose_limitation"
            })
    void aMemberThatDoesNotFitIsPointedAt(String group, String name, String value, String pointer) {
        assertThat(fault(group, full(group).with(name, json(value))))
                .extracting(Fault::pointer)
                .isEqualTo(pointer);
    }

    @Test
    void aGroupThatNobodyPrescribesHasNoShape() {
        assertThat(ExtensionGroups.of("org.peacprotocol/workflow")).isNull();
        assertThat(ExtensionGroups.of("org.peacprotocol/gateway-export")).isNull();
    }

    private interface MemberCheck {
        void check(String group, String name, boolean required);
    }

    private static Stream<DynamicTest> members(MemberCheck check) {
        return EXAMPLES.entrySet().stream().flatMap(entry -> {
            String group = entry.getKey();
            var names = List.copyOf(entry.getValue().full().names());
            int required = entry.getValue().required();
            return names.stream()
                    .map(name -> dynamicTest(
                            group + "." + name, () -> check.check(group, name, names.indexOf(name) < required)));
        });
    }

    private static JsonObject full(String group) {
        return Objects.requireNonNull(EXAMPLES.get(group)).full();
    }

    private static JsonArray numbered(int count) {
        return JsonArray.ofStrings(
                Stream.iterate(0, i -> i + 1).limit(count).map(i -> "a" + i).toList());
    }

    private static @Nullable Fault fault(String group, JsonObject value) {
        return Objects.requireNonNull(ExtensionGroups.of("org.peacprotocol/" + group))
                .fault(value);
    }
}
