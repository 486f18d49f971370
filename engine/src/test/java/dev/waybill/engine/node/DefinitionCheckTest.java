package dev.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonReader;
import dev.waybill.workflow.DefinitionError;
import dev.waybill.workflow.DefinitionReader;
import dev.waybill.workflow.Findings;
import dev.waybill.workflow.Read;
import dev.waybill.workflow.WorkflowDefinition;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a host finds in a definition before it runs: types, configuration, inputs, outputs, triggers.
class DefinitionCheckTest {

    /// A type as a user would bring it.
    private record Search() implements Activity {
        @Override
        public String typeId() {
            return "vendor.acme.search";
        }

        @Override
        public NodeManifest manifest() {
            return NodeManifest.of("""
                    {
                      "description": "Searches.",
                      "config": {
                        "required": ["index"],
                        "properties": {"index": {"type": "string", "description": "Which index to search."}},
                        "additionalProperties": false
                      },
                      "inputs": {
                        "required": ["query"],
                        "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "minimum": 1}},
                        "additionalProperties": false
                      },
                      "outputs": {"properties": {"hits": {"type": "array"}}, "additionalProperties": false}
                    }""");
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            throw new AssertionError("a check executes nothing");
        }
    }

    private static final NodeTypes TYPES = NodeTypes.core().and(List.of(new Search()));

    /// A type that knows more than its schema, such as which agents are installed.
    private static final class Moody implements Activity {
        private int asked;

        @Override
        public String typeId() {
            return "vendor.acme.moody";
        }

        @Override
        public List<String> check(WorkflowNode node) {
            return ++asked == 2 ? List.of("not today") : List.of();
        }

        @Override
        public NodeResult execute(ActivityCall call) {
            throw new AssertionError("a check executes nothing");
        }
    }

    @Test
    void whatATypeSaysByItselfIsAskedEachTimeAndWhatItsSchemaSaysOnce() {
        NodeTypes types = NodeTypes.core().and(List.of(new Moody()));
        WorkflowDefinition definition = definition("{'id':'m','typeId':'vendor.acme.moody'}");
        assertThat(types.isKnownToFit(definition)).isFalse();
        assertThat(DefinitionCheck.of(definition, types).errors()).isEmpty();
        assertThat(types.isKnownToFit(definition)).isTrue();
        assertThat(DefinitionCheck.of(definition, types).errors())
                .singleElement()
                .satisfies(error -> assertThat(error.message()).contains("not today"));
        assertThat(DefinitionCheck.of(definition, types).errors()).isEmpty();
    }

    @Test
    void aDefinitionThatDoesNotFitIsToldSoEachTime() {
        WorkflowDefinition definition = definition(gate("{'timeoutMs':'1h'}"));
        assertThat(DefinitionCheck.of(definition, TYPES).errors()).hasSize(1);
        assertThat(DefinitionCheck.of(definition, TYPES).errors()).hasSize(1);
        assertThat(TYPES.isKnownToFit(definition)).isFalse();
    }

    @Test
    void anUnknownTypeIsAnErrorThatNamesTheNearestOne() {
        assertThat(errors("{'id':'wait','typeId':'core.dealy'}"))
                .singleElement()
                .satisfies(error -> {
                    assertThat(error.pointer()).isEqualTo("/nodes/0/typeId");
                    assertThat(error.code()).hasToString("unknown_type");
                    assertThat(error.message()).isEqualTo("node wait: no node type is called \"core.dealy\"");
                    assertThat(error.hint()).isEqualTo("did you mean \"core.delay\"?");
                });
    }

    @Test
    void aGateWhoseTimeoutIsTextWouldWaitForEver() {
        assertThat(errors(gate("{'timeoutMs':'1h'}"))).singleElement().satisfies(error -> {
            assertThat(error.pointer()).isEqualTo("/nodes/0/config/timeoutMs");
            assertThat(error.code()).hasToString("wrong_type");
            assertThat(error.message()).contains("node gate", "config.timeoutMs", "integer", "1h");
            assertThat(error.hint()).contains("3600000 is an hour");
        });
    }

    @Test
    void aGateWhoseActionsAreNoListCouldNeverBeAnswered() {
        assertThat(lines(gate("{'actions':'accept'}"))).containsExactly("wrong_type /nodes/0/config/actions");
        assertThat(lines(gate("{'actions':[]}"))).containsExactly("out_of_range /nodes/0/config/actions");
        assertThat(lines(gate("{'actions':['accept','reject']}"))).isEmpty();
    }

    @Test
    void aMisspeltSettingIsAnErrorThatNamesTheRightOne() {
        assertThat(errors(gate("{'timeoutMS':1000}"))).singleElement().satisfies(error -> {
            assertThat(error.code()).hasToString("unknown_member");
            assertThat(error.hint()).isEqualTo("did you mean \"timeoutMs\"?");
        });
    }

    @Test
    void aSettingLikeNoneOfOursIsAnotherHostsAndOnlyAWarning() {
        Findings findings = DefinitionCheck.of(definition(gate("{'onTimeout':'approve'}")), TYPES);
        assertThat(findings.errors()).isEmpty();
        assertThat(findings.warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.pointer()).isEqualTo("/nodes/0/config/onTimeout");
            assertThat(warning.hint()).contains("this host ignores it");
        });
    }

    @Test
    void anInputLikeNoneOfOursIsOnlyAWarning() {
        Findings findings = DefinitionCheck.of(
                definition("{'id':'n','typeId':'core.delay','config':{'ms':5},"
                        + "'inputs':{'colour':{'type':'static','value':'red'}}}"),
                TYPES);
        assertThat(findings.errors()).isEmpty();
        assertThat(findings.warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.message()).contains("has no input \"colour\""));
    }

    @Test
    void eachCoreTypeRefusesAConfigurationThatItWouldMisunderstand() {
        assertThat(lines("{'id':'n','typeId':'core.delay','config':{'ms':'5s'}}"))
                .containsExactly("wrong_type /nodes/0/config/ms");
        assertThat(lines("{'id':'n','typeId':'core.delay'}")).containsExactly("wrong_value /nodes/0");
        assertThat(lines("{'id':'n','typeId':'core.subWorkflow'}")).containsExactly("missing_member /nodes/0/config");
        assertThat(lines(
                        "{'id':'n','typeId':'core.subWorkflow','config':{'workflowId':'w','onChildFailure':'ignore'}}"))
                .containsExactly("wrong_value /nodes/0/config/onChildFailure");
        assertThat(lines("{'id':'n','typeId':'core.clarificationGate','config':{'questions':[]}}"))
                .containsExactly("out_of_range /nodes/0/config/questions");
        assertThat(lines("{'id':'n','typeId':'core.clarificationGate','config':{'questions':[{'question':'?'}]}}"))
                .containsExactly("missing_member /nodes/0/config/questions/0");
        assertThat(lines("{'id':'n','typeId':'core.interrupt','config':{'kind':'external','data':'x'}}"))
                .containsExactlyInAnyOrder("wrong_value /nodes/0/config/kind", "wrong_type /nodes/0/config/data");
        assertThat(lines("{'id':'n','typeId':'core.channelWrite'}")).containsExactly("missing_member /nodes/0/config");
        assertThat(lines("{'id':'n','typeId':'core.fail','config':{'code':5}}"))
                .containsExactly("wrong_type /nodes/0/config/code");
    }

    @Test
    void whatTheEngineReadsOfAnyNodeIsNoUnknownMember() {
        assertThat(lines(gate("{'progressReceipts':true}"))).isEmpty();
    }

    @Test
    void aTypeOfAUserBringsItsSchemasToo() {
        assertThat(lines("{'id':'s','typeId':'vendor.acme.search'}"))
                .containsExactlyInAnyOrder("missing_member /nodes/0/config", "missing_member /nodes/0");
        assertThat(lines("{'id':'s','typeId':'vendor.acme.search','config':{'index':'a'},"
                        + "'inputs':{'query':{'type':'static','value':'x'},'limit':{'type':'static','value':0},"
                        + "'qurey':{'type':'static','value':1}}}"))
                .containsExactlyInAnyOrder(
                        "out_of_range /nodes/0/inputs/limit", "unknown_member /nodes/0/inputs/qurey");
    }

    @Test
    void aVariableOfAnotherTypeThanItsInputIsFoundBeforeTheRun() {
        WorkflowDefinition definition = definition("{'id':'s','typeId':'vendor.acme.search','config':{'index':'a'},"
                + "'inputs':{'query':{'type':'variable','variableName':'n'},"
                + "'limit':{'type':'variable','variableName':'n'}}}");

        assertThat(DefinitionCheck.of(definition, TYPES).errors())
                .extracting(DefinitionError::message)
                .containsExactly("node s: the input \"query\" takes string, and the variable \"n\" is a number");
    }

    @Test
    void anOutputThatATypeDoesNotGiveIsAnError() {
        String search = "{'id':'s','typeId':'vendor.acme.search','config':{'index':'a'},"
                + "'inputs':{'query':{'type':'static','value':'x'}}}";
        Findings findings = DefinitionCheck.of(
                definition(search + ",{'id':'next','typeId':'core.identity','inputs':"
                        + "{'found':{'type':'connection','nodeId':'s','outputKey':'hitts'}}}"),
                TYPES);

        assertThat(findings.errors()).singleElement().satisfies(error -> {
            assertThat(error.pointer()).isEqualTo("/nodes/1/inputs/found/outputKey");
            assertThat(error.hint()).isEqualTo("did you mean \"hits\"?");
        });
    }

    @Test
    void anEdgeOutOfAPortThatANodeDoesNotHaveIsToldAbout() {
        Findings gate = DefinitionCheck.of(withEdge("core.approvalGate", "rejcted"), TYPES);

        assertThat(gate.errors()).isEmpty();
        assertThat(gate.warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.hint()).isEqualTo("did you mean \"rejected\"?"));
        assertThat(DefinitionCheck.of(withEdge("core.noop", "done"), TYPES).errors())
                .extracting(DefinitionError::pointer)
                .containsExactly("/edges/0/sourceOutput");
        assertThat(DefinitionCheck.of(withEdge("core.noop", "error"), TYPES).errorCount())
                .isZero();
    }

    @Test
    void aTriggerThatNobodyFiresIsAnErrorUnlessItIsSwitchedOff() {
        assertThat(DefinitionCheck.of(withTrigger("'type':'event'"), TYPES).errors())
                .singleElement()
                .satisfies(error -> {
                    assertThat(error.pointer()).isEqualTo("/triggers/0/type");
                    assertThat(error.code()).hasToString("unserved_trigger");
                    assertThat(error.message()).contains("nightly", "event");
                });
        assertThat(DefinitionCheck.of(withTrigger("'type':'event','enabled':false"), TYPES)
                        .errorCount())
                .isZero();
        assertThat(DefinitionCheck.of(withTrigger("'type':'manual'"), TYPES).errorCount())
                .isZero();
    }

    @Test
    void aTypeOfWhichTheBeginningIsWrittenIsMeant() {
        assertThat(errors("{'id':'ask','typeId':'core.aproval'}"))
                .singleElement()
                .satisfies(error -> assertThat(error.hint()).isEqualTo("did you mean \"core.approvalGate\"?"));
        assertThat(errors("{'id':'ask','typeId':'zoological.index'}"))
                .singleElement()
                .satisfies(error -> assertThat(error.hint()).contains("waybill nodes"));
    }

    @Test
    void aTriggerThatOnlyOtherHostsFireIsAWarningAndItsMistakesAreErrorsEverywhere() {
        Findings sound = DefinitionCheck.of(withTrigger("'type':'schedule','config':{'cron':'0 7 * * *'}"), TYPES);

        assertThat(sound.errors()).isEmpty();
        assertThat(sound.warnings()).singleElement().satisfies(odd -> {
            assertThat(odd.code()).hasToString("unserved_trigger");
            assertThat(odd.message()).contains("nightly", "schedule", "by hand");
        });
        assertThat(DefinitionCheck.of(withTrigger("'type':'schedule','config':{'cron':'0 27 * * *'}"), TYPES)
                        .errors())
                .singleElement()
                .satisfies(error -> assertThat(error.code()).hasToString("bad_trigger"));
    }

    @Test
    void aDisabledNodeMayBeOfATypeThatIsNotThere() {
        assertThat(lines("{'id':'later','typeId':'vendor.acme.later','disabled':true}"))
                .isEmpty();
    }

    @Test
    void aManifestThatCannotBeUsedIsRefusedWhenItsTypeIsBrought() {
        record Broken(NodeManifest manifest) implements Activity {
            @Override
            public String typeId() {
                return "vendor.acme.broken";
            }

            @Override
            public NodeResult execute(ActivityCall call) {
                throw new AssertionError("never");
            }
        }
        NodeManifest manifest = NodeManifest.of("{\"config\": {\"type\": \"text\"}}");

        assertThatThrownBy(() -> NodeTypes.core().and(List.of(new Broken(manifest))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vendor.acme.broken");
        assertThatThrownBy(() -> NodeManifest.of("{\"confg\": {}}")).hasMessageContaining("confg");
    }

    private static String gate(String config) {
        return "{'id':'gate','typeId':'core.approvalGate','config':" + config + "}";
    }

    private static List<DefinitionError> errors(String nodes) {
        return DefinitionCheck.of(definition(nodes), TYPES).errors();
    }

    private static List<String> lines(String nodes) {
        return errors(nodes).stream()
                .map(error -> error.code() + " " + error.pointer())
                .toList();
    }

    private static WorkflowDefinition withEdge(String type, String port) {
        return read("'nodes':[{'id':'a','typeId':'%s'},{'id':'b','typeId':'core.noop'}],".formatted(type)
                + "'edges':[{'id':'e','sourceNodeId':'a','sourceOutput':'%s','targetNodeId':'b'}]".formatted(port));
    }

    private static WorkflowDefinition withTrigger(String members) {
        return read("'nodes':[{'id':'a','typeId':'core.noop'}],'triggers':[{'id':'nightly'," + members + "}]");
    }

    private static WorkflowDefinition definition(String nodes) {
        return read("'variables':[{'name':'n','type':'number'}],'nodes':[" + nodes + "]");
    }

    private static WorkflowDefinition read(String members) {
        String text = "{'id':'w','name':'W','version':'1.0'," + members + "}";
        return switch (DefinitionReader.read(JsonReader.read(text.replace('\'', '"'), JsonLimits.DOCUMENT)
                .asObject()
                .orElseThrow())) {
            case Read.Ok ok -> ok.definition();
            case Read.Bad bad -> throw new IllegalArgumentException(bad.errors().toString());
        };
    }
}
