package dev.waybill.workflow;

import static dev.waybill.workflow.Definitions.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.base.TaskState;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DefinitionReaderTest {

    private static final String CONDITION =
            "{'condition':{'type':'expression','expression':'status == \\\"failed\\\"'}}";

    @Test
    void aSmallDefinitionIsRead() {
        WorkflowDefinition definition =
                workflow().nodes("a", "b").edge("a", "b").definition();

        assertThat(definition.id()).isEqualTo("w");
        assertThat(definition.nodes()).extracting(WorkflowNode::id).containsExactly("a", "b");
        assertThat(definition.edges().getFirst().condition()).isEqualTo(new EdgeCondition.Always());
        assertThat(definition.settings().loopIterations()).isEqualTo(5);
    }

    @Test
    void allErrorsAreListedAtOnceEachWithItsPlace() {
        List<String> errors = workflow()
                .with("id", "'Bad Id'")
                .with("name", "7")
                .with("settings", "{'timeout':-1}")
                .with("variables", "[{'name':'n','type':'number','defaultValue':'one'}]")
                .nodes("a", "a")
                .edge("a", "nowhere")
                .errors();

        assertThat(errors)
                .containsExactly(
                        "bad_format /id",
                        "wrong_type /name",
                        "out_of_range /settings/timeout",
                        "bad_default /variables/0/defaultValue",
                        "duplicate_id /nodes/1/id",
                        "unknown_node /edges/0/targetNodeId");
    }

    @Test
    void anUnknownNodeComesWithTheNameThatWasProbablyMeant() {
        Read.Bad bad = (Read.Bad)
                workflow().nodes("review", "publish").edge("review", "publsh").read();

        assertThat(bad.errors().getFirst().hint()).isEqualTo("did you mean \"publish\"?");
        assertThat(bad.errors().getFirst().message()).isEqualTo("no node is called \"publsh\"");
    }

    @Test
    void aSupervisorOrADispatchWithoutANameIsOneMistake() {
        assertThat(workflow()
                        .node("", WorkflowNode.SUPERVISOR, "{}")
                        .node("hands", WorkflowNode.DISPATCH, "{}")
                        .errors())
                .containsExactly("out_of_range /nodes/0/id");
        assertThat(workflow()
                        .node("boss", WorkflowNode.SUPERVISOR, "{}")
                        .node("", WorkflowNode.DISPATCH, "{}")
                        .errors())
                .containsExactly("out_of_range /nodes/1/id");
    }

    @Test
    void pointersEscapeSlashesAndTildes() {
        assertThat(workflow().node("a", "core.noop", "{'a/b~c':7}").errors())
                .containsExactly("wrong_type /nodes/0/inputs/a~1b~0c");
    }

    @Test
    void everyKindOfInputIsRead() {
        WorkflowDefinition definition = workflow()
                .with("variables", "[{'name':'count','type':'number'}]")
                .node("a")
                .node("b", "core.noop", """
                        {'one':{'type':'static','value':1.50},
                         'two':{'type':'variable','variableName':'count','optional':true},
                         'three':{'type':'connection','nodeId':'a','outputKey':'out'},
                         'four':{'type':'expression','expression':'variables.count + 1'}}""")
                .edge("a", "b")
                .definition();

        assertThat(definition.node("b").orElseThrow().inputs().values())
                .hasExactlyElementsOfTypes(
                        PortValue.Static.class,
                        PortValue.Variable.class,
                        PortValue.Connection.class,
                        PortValue.Computed.class);
        assertThat(definition.toJson().toString()).contains("1.50");
    }

    @Test
    void anInputFromAVariableThatDoesNotExistIsAnErrorUnlessItIsOptional() {
        String input = "{'in':{'type':'variable','variableName':'x','optional':%s}}";

        assertThat(workflow().node("a", "core.noop", input.formatted("false")).errors())
                .containsExactly("unknown_variable /nodes/0/inputs/in/variableName");
        assertThat(workflow().node("a", "core.noop", input.formatted("true")).warnings())
                .containsExactly("unknown_variable /nodes/0/inputs/in/variableName");
    }

    @Test
    void aVariableThatAMappingWritesCounts() {
        assertThat(workflow()
                        .nodeWith("a", "config", "{'outputMapping':{'result':'childResult'}}")
                        .node("b", "core.noop", "{'in':{'type':'variable','variableName':'result'}}")
                        .edge("a", "b")
                        .warnings())
                .isEmpty();
    }

    @Test
    void namesInsideExpressionsAreChecked() {
        String input = "{'in':{'type':'expression','expression':'variables.nope == nodes[\\\"ghost\\\"].x'}}";
        assertThat(workflow().node("a", "core.noop", input).errors())
                .containsExactly(
                        "unknown_variable /nodes/0/inputs/in/expression", "unknown_node /nodes/0/inputs/in/expression");
    }

    @Test
    void aBadExpressionNamesItsPlace() {
        Read.Bad bad = (Read.Bad) workflow()
                .nodes("a", "b")
                .edge("a", "b", "{'condition':{'expression':'output.ok &&'}}")
                .read();

        assertThat(bad.errors().getFirst().pointer()).isEqualTo("/edges/0/condition/expression");
        assertThat(bad.errors().getFirst().message()).isEqualTo("expected a value, found the end (at character 13)");
    }

    @Test
    void aBareNameInAConditionGetsAHint() {
        Read.Bad bad = (Read.Bad) workflow()
                .nodes("a", "b")
                .edge("a", "b", "{'condition':{'type':'equals','left':'approved','right':true}}")
                .read();

        assertThat(bad.errors().getFirst().hint()).contains("output.approved");
    }

    @Test
    void conditionsOfEveryTypeAreRead() {
        WorkflowDefinition definition = workflow()
                .nodes("a", "b")
                .edge("a", "b", CONDITION)
                .edge("a", "b", "{'condition':{'type':'equals','left':'output.x','right':1}}")
                .edge("a", "b", "{'condition':{'type':'notEquals','left':'status','right':null}}")
                .edge("a", "b", "{'condition':{'type':'contains','left':'output.tags','right':'x'}}")
                .edge("a", "b", "{'condition':{'type':'regex','left':'output.name','right':'^a+$'}}")
                .definition();

        assertThat(definition.edges().stream().map(WorkflowEdge::condition).toList())
                .hasExactlyElementsOfTypes(
                        EdgeCondition.When.class,
                        EdgeCondition.Equals.class,
                        EdgeCondition.NotEquals.class,
                        EdgeCondition.Contains.class,
                        EdgeCondition.Matches.class);
    }

    @Test
    void aPatternThatCouldBacktrackIsRefused() {
        assertThat(workflow()
                        .nodes("a", "b")
                        .edge("a", "b", "{'condition':{'type':'regex','left':'status','right':'(?=x)'}}")
                        .errors())
                .containsExactly("bad_pattern /edges/0/condition/right");
    }

    @Test
    void unknownMembersAreKeptAndWarnedOf() {
        Definitions definitions = workflow().nodeWith("a", "confg", "{'x':1.0e1}");

        assertThat(definitions.warnings()).containsExactly("unknown_member /nodes/0/confg");
        assertThat(definitions.definition().toJson()).isEqualTo(definitions.document());
    }

    @Test
    void aLoopThatNothingEndsIsAnError() {
        Definitions loop = workflow()
                .nodes("start", "a", "b")
                .edge("start", "a")
                .edge("a", "b")
                .edge("b", "a");

        Read.Bad bad = (Read.Bad) loop.read();
        assertThat(bad.errors()).hasSize(1);
        assertThat(bad.errors().getFirst().pointer()).isEqualTo("/edges/2");
        assertThat(bad.errors().getFirst().message()).isEqualTo("nothing ends the loop a -> b -> a");
    }

    @Test
    void aLoopMayEndByAConditionAPortOrABound() {
        Definitions start = workflow().nodes("start", "a");

        assertThat(start.edge("start", "a").edge("a", "a", CONDITION).errors()).isEmpty();
        assertThat(workflow()
                        .nodes("s", "a")
                        .edge("s", "a")
                        .edge("a", "a", "{'sourceOutput':'again'}")
                        .errors())
                .isEmpty();
        assertThat(workflow()
                        .with("settings", "{'maxLoopbackIterations':3}")
                        .nodes("s", "a")
                        .edge("s", "a")
                        .edge("a", "a")
                        .errors())
                .isEmpty();
    }

    @Test
    void aConditionOnTheWayOutDoesNotEndALoop() {
        assertThat(workflow()
                        .nodes("s", "a", "out")
                        .edge("s", "a")
                        .edge("a", "a")
                        .edge("a", "out", CONDITION)
                        .errors())
                .containsExactly("unbounded_loop /edges/1");
    }

    @Test
    void aGraphThatIsOneLoopMustSayWhereItBegins() {
        Definitions loop = workflow().nodes("a", "b").edge("a", "b").edge("b", "a", CONDITION);

        assertThat(loop.errors()).containsExactly("no_entry_node /nodes");
        assertThat(loop.with("triggers", "[{'id':'m','type':'manual','nodeId':'b'}]")
                        .compiled()
                        .entries())
                .containsExactly("b");
    }

    @Test
    void aNodeThatNoRunReachesIsWarnedOf() {
        assertThat(workflow()
                        .nodes("a", "island")
                        .edge("island", "island", CONDITION)
                        .node("b")
                        .node("c")
                        .edge("b", "c", CONDITION)
                        .edge("c", "b", CONDITION)
                        .warnings())
                .containsExactly("unreachable_node /nodes/2", "unreachable_node /nodes/3");
    }

    @Test
    void aConnectionAgainstTheFlowIsWarnedOf() {
        assertThat(workflow()
                        .node("a", "core.noop", "{'in':{'type':'connection','nodeId':'b','outputKey':'o'}}")
                        .node("b")
                        .edge("a", "b")
                        .warnings())
                .containsExactly("not_upstream /nodes/0/inputs/in");
    }

    @Test
    void aBrokenConfigurableSchemaIsFoundAtItsKeyword() {
        assertThat(workflow().node("a").with("configurableSchema", """
                                {'type':'objekt','required':['a','a'],
                                 'properties':{'n':{'minimum':'1'},'p':{'pattern':'('}}}""").errors())
                .containsExactly(
                        "bad_schema /configurableSchema/type",
                        "bad_schema /configurableSchema/required",
                        "bad_schema /configurableSchema/properties/n/minimum",
                        "bad_pattern /configurableSchema/properties/p/pattern");
    }

    @Test
    void channelsAreReadWithTheirDefaults() {
        WorkflowDefinition definition = workflow()
                .node("a")
                .with("channels", "{'log':{'reducer':'append','ttlMs':5,'access':'private'},'n':{'reducer':'counter'}}")
                .definition();

        Channel log = Objects.requireNonNull(definition.channels().get("log"));
        assertThat(log.ttlMs()).isEqualTo(OptionalLong.of(5));
        assertThat(log.access().mayWrite(definition.nodes().getFirst())).isFalse();
        assertThat(workflow()
                        .node("a")
                        .with("channels", "{'x':{'reducer':'sum'}}")
                        .errors())
                .containsExactly("bad_format /channels/x/reducer");
    }

    @Test
    void retriesAndTimeoutsComeFromTheNodeThenFromTheWorkflow() {
        WorkflowDefinition definition = workflow()
                .with("settings", "{'maxRetries':2,'timeout':0}")
                .nodeWith("a", "settings", "{'timeout':100,'retryDelayMs':10,'retryBackoff':3,'retryMaxDelayMs':50}")
                .nodeWith("b", "settings", "{'maxRetries':0}")
                .definition();

        NodeSettings a = definition.node("a").orElseThrow().settings();
        assertThat(a.timeoutMs()).isEqualTo(OptionalLong.of(100));
        assertThat(a.retry().maxRetries()).isEqualTo(2);
        assertThat(List.of(
                        a.retry().delayMs(1),
                        a.retry().delayMs(2),
                        a.retry().delayMs(3),
                        a.retry().delayMs(900)))
                .containsExactly(10L, 30L, 50L, 50L);
        assertThat(definition.node("b").orElseThrow().settings().retry().allows(1))
                .isFalse();
        assertThat(definition.settings().timeoutMs()).isEmpty();
    }

    @Test
    void aNodeMaySayWhereItsTaskStandsOnceItIsDone() {
        WorkflowDefinition definition = workflow()
                .nodeWith("a", "settings", "{'taskState':'ci_pass'}")
                .nodeWith("b", "settings", "{}")
                .definition();
        assertThat(definition.node("a").orElseThrow().settings().taskState()).isEqualTo(TaskState.CI_PASS);
        assertThat(definition.node("b").orElseThrow().settings().taskState()).isNull();
        assertThat(workflow()
                        .nodeWith("a", "settings", "{'taskState':'running'}")
                        .nodeWith("b", "settings", "{'taskState':7}")
                        .errors())
                .describedAs("only what a step can know")
                .containsExactly("wrong_value /nodes/0/settings/taskState", "wrong_type /nodes/1/settings/taskState");
    }

    @Test
    void anAgentHasAVersionOrAChannel() {
        assertThat(workflow()
                        .nodeWith("a", "agent", "{'agentId':'x','version':'1','channel':'stable','modelClass':'chap'}")
                        .errors())
                .containsExactly(
                        "out_of_range /nodes/0/agent/agentId",
                        "wrong_value /nodes/0/agent/modelClass",
                        "wrong_value /nodes/0/agent/channel");
    }

    @Test
    void aDocumentThatIsTooDeepIsRefusedWithoutLosingTheStack() {
        JsonValue deep = new JsonString("x");
        for (int i = 0; i < 100_000; i++) {
            deep = JsonArray.of(deep);
        }
        Read read = DefinitionReader.read(workflow().node("a").document().with("metadata", deep));

        assertThat(((Read.Bad) read).errors())
                .extracting(DefinitionError::code)
                .containsExactly(DefinitionCode.TOO_LARGE);
    }

    @Test
    void aDocumentWithoutACanonicalFormIsRefused() {
        JsonObject document = workflow().node("a").document();

        assertThat(List.of(new JsonString("\ud800"), new JsonNumber("1e999")))
                .allSatisfy(value -> assertThat(DefinitionReader.read(document.with("x", value)))
                        .isInstanceOf(Read.Bad.class));
    }

    @Test
    void thousandsOfErrorsAreCutAtAThousand() {
        JsonObject document =
                workflow().document().with("nodes", new JsonArray(Collections.nCopies(5_000, new JsonString("x"))));
        Read.Bad bad = (Read.Bad) DefinitionReader.read(document);

        assertThat(bad.errors()).hasSize(1_001);
        assertThat(bad.errors().getLast().code()).isEqualTo(DefinitionCode.TOO_LARGE);
    }

    @Test
    void aChainOfTenThousandNodesIsCompiled() {
        Definitions chain = workflow();
        for (int i = 0; i < 10_000; i++) {
            chain.node("n" + i);
            if (i > 0) {
                chain.edge("n" + (i - 1), "n" + i);
            }
        }
        assertThat(chain.compiled().layers()).hasSize(10_000);
    }
}
